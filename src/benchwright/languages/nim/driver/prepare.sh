#!/bin/sh
# Copies the compiler's configuration, compiles proof.c, and compiles the modules that tests with std/unittest import,
# which is more than half of a build. Nim reuses an object if the C file that it would write is identical. C files contain
# paths in their names and texts, which are changed to those of a build in the sandbox: the program in /workspace, the C
# files in /tmp/nimcache. Builds work without these modules too: if a compiler writes other C files, they are slower.
# Arguments: nim, the C compiler, the folder to fill, a small program, proof.c.
set -e
nim=$1 cc=$2 prepared=$3 program=$4 proof=$5
driver=$(cd "$(dirname "$0")" && pwd -P)

mkdir "$prepared/nim" "$prepared/nimcache"
config=$("$nim" dump --hint:Conf:on "$program" 2>&1 | sed -n "s/.*used config file '\(.*nim\.cfg\)'.*/\1/p" | head -n 1)
if [ -n "$config" ]; then cp "$config" "$prepared/nim/nim.cfg"; fi
"$cc" -O1 -c -o "$prepared/proof.o" "$proof"

written=$prepared/written
XDG_CONFIG_HOME=$prepared "$nim" c --skipCfg:on --noLinking:on --hints:off --warnings:off --nimcache:"$written" \
    "$driver/training.nim" || exit 0
rm "$written/@mtraining.nim.c"
project=$(printf '%s' "$driver" | sed 's/[][\\.*^$,]/\\&/g')
cd "$prepared/nimcache"
for file in "$written"/*.c; do
    name=$(basename "$file" | sed 's/^@m\(\.\.@s\)*\.\.@s/@m..@s/')
    # The fourth line is the command: gcc -c FLAGS -I/the/project -o /the/cache/NAME.o /the/cache/NAME */
    sed -e "s,\"$project/,\"/workspace/,g" -e 's/\batm\(dotdotats\)*dotdotats/atmdotdotats/g' \
        -e "4s,^\(   .* -c .* -I\)[^ ]* -o .*,\1/workspace -o /tmp/nimcache/$name.o /tmp/nimcache/$name */," \
        "$file" > "$name"
    flags=$(sed -n '4s/^ *[^ ]* \(-c .*\) -I[^ ]* -o .*/\1/p' "$name")
    # shellcheck disable=SC2086 # several flags
    if [ -z "$flags" ] || ! "$cc" $flags -o "$name.o" "$name"; then rm -f "$name"; fi
done
rm -r "$written"
