// The grammars for benchwright's languages, and aliases where highlight.js uses other names.

import type { LanguageFn } from "highlight.js";
import ada from "highlight.js/lib/languages/ada";
import awk from "highlight.js/lib/languages/awk";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import clojure from "highlight.js/lib/languages/clojure";
import coffeescript from "highlight.js/lib/languages/coffeescript";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import d from "highlight.js/lib/languages/d";
import dart from "highlight.js/lib/languages/dart";
import delphi from "highlight.js/lib/languages/delphi";
import elixir from "highlight.js/lib/languages/elixir";
import erlang from "highlight.js/lib/languages/erlang";
import fortran from "highlight.js/lib/languages/fortran";
import fsharp from "highlight.js/lib/languages/fsharp";
import go from "highlight.js/lib/languages/go";
import groovy from "highlight.js/lib/languages/groovy";
import haskell from "highlight.js/lib/languages/haskell";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import julia from "highlight.js/lib/languages/julia";
import kotlin from "highlight.js/lib/languages/kotlin";
import lisp from "highlight.js/lib/languages/lisp";
import lua from "highlight.js/lib/languages/lua";
import nim from "highlight.js/lib/languages/nim";
import ocaml from "highlight.js/lib/languages/ocaml";
import perl from "highlight.js/lib/languages/perl";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import python from "highlight.js/lib/languages/python";
import r from "highlight.js/lib/languages/r";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scala from "highlight.js/lib/languages/scala";
import scheme from "highlight.js/lib/languages/scheme";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import tcl from "highlight.js/lib/languages/tcl";
import typescript from "highlight.js/lib/languages/typescript";
import vbnet from "highlight.js/lib/languages/vbnet";
import vim from "highlight.js/lib/languages/vim";

export const GRAMMARS: Record<string, LanguageFn> = {
  ada, awk, bash, c, clojure, coffeescript, cpp, csharp, d, dart, delphi, elixir, erlang, fortran, fsharp, go, groovy,
  haskell, java, javascript, json, julia, kotlin, lisp, lua, nim, ocaml, perl, php, powershell, python, r, ruby, rust,
  scala, scheme, sql, swift, tcl, typescript, vbnet, vim,
};

export const NAMES = new Map([
  ["shell", "bash"], ["fish", "bash"], ["pascal", "delphi"], ["racket", "scheme"], ["common_lisp", "lisp"],
  ["emacs_lisp", "lisp"], ["visual_basic", "vbnet"], ["vimscript", "vim"], ["c#", "csharp"], ["c++", "cpp"],
]);
