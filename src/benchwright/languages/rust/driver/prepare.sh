# Compiles, once per toolchain: the driver, and the crates that programs may use, if they are installed.
# Arguments: compiler, folder to fill, folder of this file, a file of the vendored crates or nothing, names of crates.
set -eu
rustc=$1 prepared=$2 driver=$3 manifest=$4
shift 4
"$rustc" --edition=2021 --crate-type=rlib --crate-name=benchwright_driver -Copt-level=1 -Ccodegen-units=1 \
    -o "$prepared/libbenchwright_driver.rlib" "$driver/benchwright_driver.rs"

# Arguments that every compilation reads, and those of programs that use older versions of some crates.
: >"$prepared/crates.txt"
: >"$prepared/older.txt"
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
CARGO_HOME=$build/home RUSTC=$rustc "$cargo" build --verbose --color=never --release --offline \
    --target-dir "$build/target" 2>"$build/log" || { cat "$build/log" >&2; exit 1; }
mv "$build"/target/release/deps/*.rlib "$build"/target/release/deps/*.so "$prepared/crates"
# Two versions of a crate differ only in the hash that Cargo adds to the name of their file.
extern() {
    file=$(sed -n "s|.*--crate-name wanted .*--extern [^ ]*\\b$2=[^=]*/\\(lib[^/ ]*\\)\\.rmeta.*|\\1.rlib|p" "$build/log")
    echo "--extern=$1=/opt/benchwright/prepared/crates/$file"
}
for list in crates older; do
    echo "-Ldependency=/opt/benchwright/prepared/crates" >"$prepared/$list.txt"
done
for crate; do
    case $crate in
    older_*) extern "${crate#older_}" "$crate" >>"$prepared/older.txt" ;;
    *) extern "$crate" "$crate" >>"$prepared/crates.txt" ;;
    esac
done
for crate; do
    grep -q -- "--extern=${crate#older_}=" "$prepared/older.txt" || extern "$crate" "$crate" >>"$prepared/older.txt"
done
rm -r "$build"
