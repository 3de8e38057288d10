# Prepares, once per toolchain: precompiled headers, the header that restores names of the library, the drivers of the test
# frameworks that are installed, and the option for the fastest linker that works.
# Arguments: compiler, folder to fill, folder of this file, restore.sh, the frameworks' headers (so that a new one is
# noticed), options of every build.
set -eu
cxx=$1 prepared=$2 driver=$3 restore=$4
shift 5
trial=$prepared/trial
mkdir "$trial" "$prepared/headers" "$prepared/headers/catch2"

# Other names of the frameworks' headers: those of Catch2's next version, and those of copies in a project.
cp "$driver/frameworks/catch.hpp" "$prepared/headers/catch2/catch.hpp"
for name in catch.hpp catch_amalgamated.hpp $(cat "$driver/frameworks/catch2.txt"); do
    mkdir -p "$(dirname "$prepared/headers/$name")"
    echo '#include <catch2/catch.hpp>' >"$prepared/headers/$name"
done
echo '#include <doctest/doctest.h>' >"$prepared/headers/doctest.h"

ar rc "$prepared/frameworks.a"
for framework in gtest catch2 doctest; do
    if "$cxx" "$@" "-I$prepared/headers" -c -o "$trial/$framework.o" "$driver/frameworks/$framework.cpp" 2>/dev/null; then
        ar r "$prepared/frameworks.a" "$trial/$framework.o" 2>/dev/null
    fi
done
for library in gmock gtest; do
    if [ -f "$("$cxx" "-print-file-name=lib$library.a")" ]; then echo "-l$library"; fi
done >"$prepared/frameworks.txt"

# The compiler uses a precompiled header only if that makes no difference. In all other cases, and when the same
# header is included again, it reads the file next to it, which includes the real headers.
while read -r names; do
    file=$prepared/headers/$(echo "$names" | tr ' ' '+')
    mkdir -p "$(dirname "$file")"
    printf '#include <%s>\n' $names >"$trial/headers.hpp"
    [ -f "$file" ] || printf '#include_next <%s>\n' $names >"$file"
    "$cxx" "$@" "-I$prepared/headers" -x c++-header -o "$file.gch" "$trial/headers.hpp" 2>"$trial/errors" ||
        case $names in
        *gtest.h | *catch.hpp) ;; # not installed
        *) cat "$trial/errors" >&2 && exit 1 ;;
        esac
done <"$driver/headers.txt"

sh "$restore" "$cxx" "$prepared/headers/benchwright_restore.h" c++ "$1" bits/stdc++.h strings.h

# Arguments that every build reads.
: >"$prepared/linker.txt"
echo 'int main() { throw 0; }' >"$trial/main.cpp"
if "$cxx" "$@" -fuse-ld=gold -o "$trial/main" "$trial/main.cpp" 2>/dev/null; then
    echo "-fuse-ld=gold" >"$prepared/linker.txt"
fi
rm -r "$trial"
