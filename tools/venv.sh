#!/bin/sh
# Usage: venv.sh FOLDER [PYTHON]. Make a virtual environment with pip, from PYTHON or the first suitable one found.
set -eu
folder=$1

for python in ${2:-python3 python3.13 python3.12 python3.11}; do
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break
  python=
done
if [ -z "$python" ]; then
  echo "Sowfish needs Python 3.11 or later, and ${2:-python3} is older or missing: install it, or name one with PYTHON=..." >&2
  exit 1
fi

rm -rf "$folder"
if "$python" -c 'import ensurepip' 2>/dev/null; then
  "$python" -m venv "$folder"
elif "$python" -m pip --version >/dev/null 2>&1; then
  # Debian's python3 without python3-venv: its own pip can fill the environment.
  "$python" -m venv --without-pip "$folder"
  "$python" -m pip --python "$folder/bin/python" install pip
else
  echo "$python has neither ensurepip nor pip: install its venv package (Debian: apt-get install python3-venv)." >&2
  exit 1
fi
