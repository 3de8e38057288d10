#!/bin/sh
# Fills the prepared folder: a copy of the library's package database, because Debian keeps it in a place that the
# sandbox uses otherwise, a database with the driver as a package, objects to link, and an option of every build.
set -eu
ghc=$1
packages=$2
cc=$3
prepared=$4
sources=$5
shared=$6

database=$("$ghc" --print-global-package-db)
mkdir "$prepared/library"
for package in "$database"/*.conf; do
    sed "s|\${pkgroot}|${database%/*}|g" "$package" >"$prepared/library/${package##*/}"
done
"$packages" --global-package-db "$prepared/library" recache

# Linking takes a third of the time with shared libraries, if GHC itself is linked with them.
way= interface=hi
case $("$ghc" --info) in
    *'("GHC Dynamic","YES")'*) way=-dynamic interface=dyn_hi ;;
esac
echo "$way" >"$prepared/options"

"$cc" -O1 -c -o "$prepared/proof.o" "$shared/proof.c"
"$ghc" -v0 $way -c -o "$prepared/main.o" "$sources/main.c"
"$ghc" -v0 -O1 $way -hisuf $interface -this-unit-id benchwright-driver -i"$sources" -outputdir "$prepared" -no-link \
    BenchwrightDriver
# The sandbox shows the folder under another name, so paths are relative to that of the database.
cat >"$prepared/driver.conf" <<EOF
name: benchwright-driver
version: 1
id: benchwright-driver
key: benchwright-driver
exposed: True
exposed-modules: BenchwrightDriver BenchwrightExit
import-dirs: \${pkgroot}
depends: $("$packages" field base id --simple-output)
EOF
"$packages" init "$prepared/packages"
"$packages" -v0 --package-db "$prepared/packages" register --force "$prepared/driver.conf"
rm "$prepared/driver.conf"
