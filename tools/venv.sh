#!/bin/sh
# Usage: venv.sh FOLDER [PYTHON]. Make a virtual environment, unless it is there, and install the build tools in it.
set -eu
folder=$1

make_environment() {
  for python in ${1:-python3 python3.14 python3.13 python3.12 python3.11}; do
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break
    python=
  done
  if [ -z "$python" ]; then
    echo "Sowfish needs Python 3.11 or later, and ${1:-python3} is older or missing: install one, or name it with PYTHON=..."
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
    echo "$python has neither ensurepip nor pip: install its venv package (Debian: apt-get install python3-venv)."
    exit 1
  fi
}

install() { "$folder/bin/python" -m pip --disable-pip-version-check install "$@"; }
ask() { "$folder/bin/python" -c "$1"; }

"$folder/bin/python" -m pip --version >/dev/null 2>&1 || make_environment "${2:-}"

# What an isolated build would fetch each time: pyproject's build requirements, and cmake and ninja where the
# system has none. pip 25.1 is the first to know dependency groups.
install 'pip>=25.1' $(ask 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
install pip $(ask 'import scikit_build_core.build as build; print(*build.get_requires_for_build_editable())')
