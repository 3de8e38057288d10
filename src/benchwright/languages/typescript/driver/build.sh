# Compiles TypeScript to JavaScript: build.sh ESBUILD program|tests, in the work folder.
#
# Types are dropped and not checked; the output has a source map, so that node reports the lines of the original
# texts.
set -eu
esbuild=$1
what=$2

# Legacy decorators take other arguments than standard ones. Their functions show which ones are meant.
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
  # The driver removes the file that remains.
  rm tests.ts tests.head tests.tail tests.facts .tests.js
# As CommonJS, a program may mix import and require; only an ES module can await at its top level or refer to its URL.
elif ! compile ./*.ts --outdir=. --format=cjs --platform=node --log-override:empty-import-meta=error 2>.complaints; then
  banner='import { createRequire as $create } from "module"; globalThis.require ??= $create(import.meta.url);'
  compile main.ts --outfile=main.mjs --format=esm --platform=node "--banner:js=$banner"
  echo 'import("./main.mjs");' >main.js
fi
