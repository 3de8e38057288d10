# Prepares, once per toolchain: precompiled headers, and the option for the fastest linker that works.
# Arguments: compiler, folder to fill, folder of this file, options of every build.
set -eu
cxx=$1 prepared=$2 driver=$3
shift 3
trial=$prepared/trial
mkdir "$trial"

# The compiler uses a precompiled header only if that makes no difference. In all other cases, and when the same
# header is included again, it reads the file next to it, which includes the real headers.
while read -r names; do
    file=$prepared/headers/$(echo "$names" | tr ' ' '+')
    mkdir -p "$(dirname "$file")"
    printf '#include <%s>\n' $names >"$trial/headers.hpp"
    printf '#include_next <%s>\n' $names >"$file"
    "$cxx" "$@" -x c++-header -o "$file.gch" "$trial/headers.hpp"
done <"$driver/headers.txt"

# Arguments that every build reads.
: >"$prepared/linker.txt"
echo 'int main() { throw 0; }' >"$trial/main.cpp"
if "$cxx" "$@" -fuse-ld=gold -o "$trial/main" "$trial/main.cpp" 2>/dev/null; then
    echo "-fuse-ld=gold" >"$prepared/linker.txt"
fi
rm -r "$trial"
