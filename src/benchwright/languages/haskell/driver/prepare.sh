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

"$cc" -O1 -c -o "$prepared/proof.o" "$shared/proof.c"
"$ghc" -v0 $way -c -o "$prepared/main.o" "$sources/main.c"

# Arguments: folder to fill, folders of the sources, modules to show, packages they use, lines of the description.
driver() {
    "$ghc" -v0 -O1 $way -hisuf $interface -this-unit-id benchwright-driver -i"$2" -outputdir "$1" -no-link $3
    # The sandbox shows the folder under another name, so paths are relative to that of the database.
    cat >"$1/driver.conf" <<EOF
name: benchwright-driver
version: 1
id: benchwright-driver
key: benchwright-driver
exposed: True
exposed-modules: $(echo $3 $5 | sed 's/ \([^ ]* from \)/, \1/g')
hidden-modules: BenchwrightUnits
import-dirs: \${pkgroot}
depends: $(for each in base $4; do "$packages" field "$each" id --simple-output | tail -n 1; done)
EOF
    "$packages" init "$1/packages"
    "$packages" -v0 --package-db "$1/packages" register --force "$1/driver.conf"
    rm "$1/driver.conf"
}

driver "$prepared" "$sources" "BenchwrightDriver BenchwrightExit" "" ""
echo "$way" >"$prepared/options"

# With the test frameworks, if they are installed: some of their modules are replaced, the others stay the same.
frameworks="hspec HUnit QuickCheck"
for each in $frameworks; do
    [ -n "$("$packages" field "$each" id --simple-output 2>&1 | grep "^$each-")" ] || exit 0
done
own="Test.Hspec Test.Hspec.Runner Test.HUnit Test.HUnit.Text Test.QuickCheck Test.QuickCheck.Test"
others= options=$way
for each in $frameworks; do
    options="$options -hide-package $each"
    for module in $("$packages" field "$each" exposed-modules --simple-output); do
        case " $own " in
        *" $module "*) ;;
        *) others="$others $module from $("$packages" field "$each" id --simple-output):$module" ;;
        esac
    done
done
mkdir "$prepared/frameworks"
driver "$prepared/frameworks" "$sources:$sources/frameworks" "BenchwrightDriver BenchwrightExit $own" \
    "$frameworks hspec-core" "$others"
echo "$options" >"$prepared/frameworks/options"
