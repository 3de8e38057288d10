# Compiles, once per toolchain: the driver, and the crates that programs may use, if they are installed.
# Arguments: compiler, folder to fill, folder of this file, a file of the vendored crates or nothing, names of crates.
set -eu
rustc=$1 prepared=$2 driver=$3 manifest=$4
shift 4
"$rustc" --edition=2021 --crate-type=rlib --crate-name=benchwright_driver -Copt-level=1 -Ccodegen-units=1 \
    -o "$prepared/libbenchwright_driver.rlib" "$driver/benchwright_driver.rs"

# Arguments that every compilation reads.
: >"$prepared/crates.txt"
[ -n "$manifest" ] || exit 0
cargo=$(dirname "$rustc")/cargo
[ -x "$cargo" ] || cargo=cargo
build=$prepared/build
vendored=${manifest%/vendor/*}
mkdir -p "$build/src" "$build/.cargo" "$prepared/crates"
: >"$build/src/lib.rs"
cp "$vendored/Cargo.toml" "$build"
cat >"$build/.cargo/config.toml" <<END
[source.crates-io]
replace-with = "vendored"
[source.vendored]
directory = "$vendored/vendor"
END
# Without the user's own build settings.
cd "$build"
CARGO_HOME=$build/home RUSTC=$rustc "$cargo" build --quiet --release --offline --target-dir "$build/target" \
    $(printf -- '-p %s ' "$@")
mv "$build"/target/release/deps/*.rlib "$build"/target/release/deps/*.so "$prepared/crates"
rm -r "$build"
echo "-Ldependency=/opt/benchwright/prepared/crates" >"$prepared/crates.txt"
for name; do
    file=$(cd "$prepared/crates" && echo lib"$name"-*.rlib)
    echo "--extern=$name=/opt/benchwright/prepared/crates/$file" >>"$prepared/crates.txt"
done
