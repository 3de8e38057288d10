#!/bin/sh
# Fills the prepared folder: the standard library, compiled once, the driver, and links to compiler and linker, which
# builds call directly. `go build` itself would compile the standard library in every new sandbox.
# Arguments: go, the folder to fill, the driver's sources, and the list of vendored modules, empty if there are none.
set -eu
go=$1
prepared=$2
sources=$3
modules=$4

cache=$prepared/cache
mkdir "$cache" "$prepared/std" "$prepared/internal" "$prepared/modules" "$prepared/driver" "$prepared/driver/benchwright"
export GOENV=off CGO_ENABLED=0
# Compiling the standard library takes a minute, so the user's own cache is used and filled.
GOCACHE=$("$go" env GOCACHE)
case $GOCACHE in
    /*) mkdir -p "$GOCACHE" 2>/dev/null && [ -w "$GOCACHE" ] || GOCACHE=$cache/build ;;
    *) GOCACHE=$cache/build ;;
esac
export GOCACHE HOME="$cache" GOPATH="$cache/path"
export GOFLAGS= GOPROXY=off GOTOOLCHAIN=local GOWORK=off GO111MODULE=on

tools=$("$go" env GOTOOLDIR)
ln -s "$tools/compile" "$tools/link" "$prepared"

# What programs may not import is kept apart: only the linker and the driver see it.
"$go" list -export -trimpath -gcflags=all=-dwarf=false -f '{{if .Export}}{{.ImportPath}} {{.Export}}{{end}}' std \
    >"$cache/list"
while read -r package file; do
    case /$package/ in
        */internal/* | /vendor/*) target=$prepared/internal/$package.a ;;
        *) target=$prepared/std/$package.a ;;
    esac
    mkdir -p "${target%/*}"
    cp "$file" "$target"
done <"$cache/list"

# Modules that programs may import, with everything that these need.
if [ -n "$modules" ]; then
    (cd "${modules%/vendor/*}" && "$go" list -mod=vendor -deps -export -trimpath -gcflags=all=-dwarf=false \
        -f '{{if and .Export (not .Standard)}}{{.ImportPath}} {{.Export}}{{end}}' .) >"$cache/list"
    while read -r package file; do
        mkdir -p "$prepared/modules/${package%/*}"
        cp "$file" "$prepared/modules/$package.a"
    done <"$cache/list"
fi

# With -std the linker refuses a program's //go:linkname into the driver, as it does for the standard library.
for package in driver gotest; do
    "$prepared/compile" -std -complete -dwarf=false -trimpath "$sources=>benchwright" -p "benchwright/$package" \
        -I "$prepared/std" -I "$prepared/internal" -I "$prepared/driver" \
        -pack -o "$prepared/driver/benchwright/$package.a" "$sources/$package.go"
done
chmod -R u+w "$cache"
rm -r "$cache"
