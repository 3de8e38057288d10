#!/bin/sh
# Copies the compiler's configuration, compiles proof.c, and compiles the C files of the modules that most tests with
# std/unittest need, which takes two thirds of a build. Nim reuses an object if the C file that it would write is
# identical. Their names and texts contain paths, so they are rewritten to those of a build in the sandbox: the program in
# /workspace, the C files in /tmp/nimcache.
# Arguments: nim, the C compiler, the folder to fill, a small program, proof.c.
set -e
nim=$1 cc=$2 prepared=$3 program=$4 proof=$5
driver=$(cd "$(dirname "$0")" && pwd -P)

mkdir "$prepared/nim" "$prepared/nimcache" "$prepared/written"
config=$("$nim" dump --hint:Conf:on "$program" 2>&1 | sed -n "s/.*used config file '\(.*nim\.cfg\)'.*/\1/p" | head -n 1)
if [ -n "$config" ]; then cp "$config" "$prepared/nim/nim.cfg"; fi
"$cc" -O1 -c -o "$prepared/proof.o" "$proof"

XDG_CONFIG_HOME=$prepared "$nim" c --skipCfg:on --noLinking:on --hints:off --warnings:off \
    --nimcache:"$prepared/written" "$driver/training.nim"
rm "$prepared"/written/@mtraining.nim.c
project=$(printf '%s' "$driver" | sed 's/[][\\.*^$,]/\\&/g')
cd "$prepared/nimcache"
for file in "$prepared"/written/*.c; do
    name=$(basename "$file" | sed 's/^@m\(\.\.@s\)*\.\.@s/@m..@s/')
    # From: gcc -c FLAGS -I/the/project -o /the/cache/NAME.o /the/cache/NAME */
    sed -e "s,\"$project/,\"/workspace/,g" -e 's/\batm\(dotdotats\)*dotdotats/atmdotdotats/g' \
        -e "4s,^\(   .* -c .* -I\)[^ ]* -o .*,\1/workspace -o /tmp/nimcache/$name.o /tmp/nimcache/$name */," \
        "$file" > "$name"
    flags=$(sed -n '4s/^ *[^ ]* \(-c .*\) -I[^ ]* -o .*/\1/p' "$name")
    # shellcheck disable=SC2086 # several flags
    "$cc" $flags -o "$name.o" "$name"
done
rm -r "$prepared/written"
