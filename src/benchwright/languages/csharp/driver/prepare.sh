#!/bin/sh
# Builds the executable that compiles and runs programs: the runtime and the compiler of a self-contained .NET
# executable with our own program in it. Arguments: that executable, mcs, the folder to fill, the folder with our
# program's sources, and for a sister language a folder whose files replace those of the same name.
set -e
host=$1 mcs=$2 prepared=$3 driver=$4 sister=$5

# An old compiler is enough to reach the new one.
"$mcs" -nologo -target:library -out:"$prepared/bootstrap.dll" "$driver/Bootstrap.cs" "$driver/Bundle.cs"
# Without culture data the runtime does not start, unless it is configured to run without.
if ldconfig -p | grep -q libicuuc || ls /usr/lib/*/libicuuc.so.* >/dev/null 2>&1; then invariant=0; else invariant=1; fi
sources=
for source in "$driver"/*.cs; do
    name=${source##*/}
    if [ -n "$sister" ] && [ -e "$sister/$name" ]; then source=$sister/$name; fi
    [ "$name" = Bootstrap.cs ] || sources="$sources${sources:+:}$source"
done
DOTNET_STARTUP_HOOKS="$prepared/bootstrap.dll" DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 \
    BENCHWRIGHT_SOURCES="$sources" BENCHWRIGHT_TARGET="$prepared/dotnet" BENCHWRIGHT_INVARIANT=$invariant "$host"
rm "$prepared/bootstrap.dll"
chmod 755 "$prepared/dotnet"
