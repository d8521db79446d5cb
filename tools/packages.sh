#!/bin/sh
# Usage: packages.sh FOLDER. Build the source distribution and the wheels in a folder, and check them.
#
# On Linux Zig is the compiler: it links against the symbols of glibc 2.17 (2014) whatever the machine has, and puts its own C++
# library inside. Elsewhere the system's compiler is used, as in the workflow `wheels`.
set -eu
folder=$1
glibc=2.17
environment=.venv-packages
machine=$(uname -m)

python3 -m venv --clear "$environment"
"$environment/bin/python" -m pip --disable-pip-version-check --quiet install 'pip>=25.1'
"$environment/bin/python" -m pip --disable-pip-version-check --quiet install --group packages
bin=$PWD/$environment/bin
PATH=$bin:$PATH
export PATH

rm -rf "$folder"
mkdir -p "$folder/unrepaired"
python -m build --sdist --outdir "$folder"
sdist=$(ls "$folder"/*.tar.gz)

if [ "$(uname)" = Linux ]; then
  zig=$(python -c 'import pathlib, ziglang; print(pathlib.Path(ziglang.__file__).with_name("zig"))')
  printf '#!/bin/sh\nexec "%s" c++ -target %s "$@"\n' "$zig" "$machine-linux-gnu.$glibc" >"$bin/zig-cxx"
  printf '#!/bin/sh\nexec "%s" ar "$@"\n' "$zig" >"$bin/zig-ar"
  printf '#!/bin/sh\nexec "%s" ranlib "$@"\n' "$zig" >"$bin/zig-ranlib"
  chmod +x "$bin"/zig-cxx "$bin"/zig-ar "$bin"/zig-ranlib
  CXX=$bin/zig-cxx
  CMAKE_ARGS="-DCMAKE_AR=$bin/zig-ar -DCMAKE_RANLIB=$bin/zig-ranlib"
  CXXFLAGS="-include stdio.h ${CXXFLAGS:-}"  # nanobind 3.1 leaves it to the C++ library, and Zig's does not bring it
  export CXX CMAKE_ARGS CXXFLAGS
fi

# From the source distribution, unpacked in one place so that a second run compiles only what changed.
source=build/packages/$(basename "$sdist" .tar.gz)
mkdir -p build/packages
tar --extract --gzip --file "$sdist" --directory build/packages

# One wheel serves 3.12 and later, whichever of them builds it; 3.11 has one of its own.
# pyenv has a command for every Python, also for those that are not chosen: each is asked.
is_python() { "$1" -c "import sys; sys.exit(not sys.version_info[:2] $2)" 2>/dev/null; }
build_wheel() { # VERSIONS COMMAND...: with the first of the commands that is such a Python
  versions=$1
  shift
  for python in "$@"; do
    if is_python "$python" "$versions"; then
      echo "Building the wheel of $python ..." >&2
      pip --disable-pip-version-check --python "$(command -v "$python")" wheel --quiet --no-deps \
        --wheel-dir "$folder/unrepaired" "./$source"
      return
    fi
  done
  echo "No Python $versions is installed: its wheel is left out" >&2
}
build_wheel '>= (3, 12)' python3.12 python3.13 python3.14 python3
build_wheel '== (3, 11)' python3.11 python3

for wheel in "$folder"/unrepaired/*.whl; do
  case $wheel in
    *linux*) auditwheel repair --plat "manylinux2014_$machine" --only-plat --wheel-dir "$folder" "$wheel" ;;
    *) mv "$wheel" "$folder" ;;
  esac
done
rm -r "$folder/unrepaired"

twine check --strict "$folder"/*
check-wheel-contents "$folder"/*.whl
for wheel in "$folder"/*abi3*.whl; do
  [ ! -e "$wheel" ] || abi3audit --strict --report "$wheel"
done
ls -l "$folder"
