#!/bin/sh
# Compiles the test driver, and keeps the classes of Clojure in the form in which the virtual machine has them in memory:
# half of a run is reading them otherwise. Arguments: java, the folder to fill, the archives of Clojure (which may be
# missing: who uses them is told so then), Java's drivers.
set -e
java=$1 prepared=$2 clojure=$3
shift 3
driver=$(dirname "$0")

[ -n "$clojure" ] || exit 0
"$java" -XX:+UseSerialGC -Xlog:disable -m jdk.compiler/com.sun.tools.javac.Main -nowarn -XDstringConcat=inline \
    -d "$prepared" -cp "$clojure" "$driver/ClojureDriver.java" "$driver/Exits.java" "$driver/Originals.java" \
    "$driver/Verdicts.java" "$@"
"$java" -XX:+UseSerialGC -Xlog:disable -XX:ArchiveClassesAtExit="$prepared/clojure.jsa" -cp "$clojure" \
    clojure.main "$driver/training.clj"
chmod -R a+rX "$prepared"
