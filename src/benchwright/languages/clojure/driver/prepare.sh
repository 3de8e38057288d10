#!/bin/sh
# Compiles the test driver and the specs of Clojure's macros, which Debian ships only as source, and archives all
# classes in the virtual machine's memory format: otherwise most of a run is spent on reading and compiling them.
# Arguments: java, the folder to fill, the archives of Clojure (if missing, programs that use them report it), Java's
# drivers.
set -e
java=$1 prepared=$2 clojure=$3
shift 3
driver=$(dirname "$(readlink -f "$0")")

[ -n "$clojure" ] || exit 0
mkdir "$prepared/classes"
"$java" -XX:+UseSerialGC -Xlog:disable -m jdk.compiler/com.sun.tools.javac.Main -nowarn -XDstringConcat=inline \
    -d "$prepared/classes" -cp "$clojure" "$driver/ClojureDriver.java" "$driver/Exits.java" "$driver/Originals.java" \
    "$driver/Verdicts.java" "$@"
"$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xlog:disable -Dclojure.compile.path="$prepared/classes" \
    -cp "$clojure:$prepared/classes" clojure.lang.Compile clojure.core.specs.alpha
"$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xlog:disable -m jdk.jartool/sun.tools.jar.Main \
    --create --no-compress --file "$prepared/driver.jar" -C "$prepared/classes" .

# The archive is valid only if the class path is the same in every run: as seen from /workspace.
mkdir -p "$prepared/training/workspace" "$prepared/training/opt/benchwright"
ln -s "$prepared" "$prepared/training/opt/benchwright/prepared"
cd "$prepared/training/workspace"
"$java" -XX:+UseSerialGC -Xlog:disable -XX:ArchiveClassesAtExit="$prepared/clojure.jsa" \
    -cp "$clojure:../opt/benchwright/prepared/driver.jar" clojure.main "$driver/training.clj"
cd /
rm -rf "$prepared/training" "$prepared/classes"
chmod -R a+rX "$prepared"
