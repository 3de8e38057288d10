# Makes JavaScript of TypeScript: build.sh ESBUILD program|tests, in the work folder.
#
# Types are dropped and not checked; the files that come out carry a source map, so that node names the lines of the
# texts as they were written.
set -eu
esbuild=$1
what=$2

# The decorators of old take other arguments than those of the standard. Their functions show which ones are meant.
config='{}'
if grep -Eq '\bPropertyDescriptor\b|\b(Class|Method|Parameter|Property)Decorator\b' ./*.ts ||
  grep -Eq 'target: *\w+, *\w+: *(string|symbol)|reflect-metadata' ./*.ts; then
  config='{"compilerOptions":{"experimentalDecorators":true,"useDefineForClassFields":false}}'
fi

compile() {
  "$esbuild" "$@" "--tsconfig-raw=$config" --target=es2022 --charset=utf8 --sourcemap=inline --sources-content=false \
    --log-level=error --color=false
}

if [ "$what" = tests ]; then
  compile solution.ts --outfile=solution.js --banner:js=//
  compile tests.ts --outfile=.tests.js "--banner:js=$(cat tests.head)" "--footer:js=$(cat tests.tail)"
  cat tests.facts .tests.js >tests.js
  # The driver removes the one that is left.
  rm tests.ts tests.head tests.tail tests.facts .tests.js
# As CommonJS a program may mix import and require; only an ES module can await at its top level or name its own URL.
elif ! compile ./*.ts --outdir=. --format=cjs --platform=node --log-override:empty-import-meta=error 2>.complaints; then
  banner='import { createRequire as $create } from "module"; globalThis.require ??= $create(import.meta.url);'
  compile main.ts --outfile=main.mjs --format=esm --platform=node "--banner:js=$banner"
  echo 'import("./main.mjs");' >main.js
fi
