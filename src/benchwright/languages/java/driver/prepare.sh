#!/bin/sh
# Compiles what every program of the language needs, and archives the classes of the Java compiler and of JUnit in the
# virtual machine's memory format: otherwise half of a build is spent on reading them.
# Arguments: java, the folder to fill, this folder, then archives that may be missing: JUnit, Gson, JSON, libraries for
# tests, javatuples.
set -e
java=$1 prepared=$2 driver=$3 junit=$4 gson=$5 json=$6 libraries=$7 javatuples=$8

compile() {
    "$java" -XX:+UseSerialGC -Xlog:disable "$@" -nowarn -XDstringConcat=inline -d "$prepared"
}

cd "$driver"
compile -XX:ArchiveClassesAtExit="$prepared/compiler.jsa" -cp '' -m jdk.compiler/com.sun.tools.javac.Main \
    Build.java Service.java Driver.java Failure.java Report.java
if [ -f "$junit" ]; then
    compile -cp '' -m jdk.compiler/com.sun.tools.javac.Main -cp "$junit:$prepared" \
        JUnitDriver.java Training.java
    "$java" -XX:+UseSerialGC -Xlog:disable -XX:ArchiveClassesAtExit="$prepared/junit.jsa" -cp "$junit" \
        org.junit.platform.console.ConsoleLauncher --class-path "$prepared" --select-class benchwright.Training || true
fi
if [ -f "$junit" ] && [ -n "$libraries" ]; then
    compile -cp '' -m jdk.compiler/com.sun.tools.javac.Main -cp "$junit:$libraries:$prepared" \
        TestNGDriver.java LibrariesTraining.java
    "$java" -XX:+UseSerialGC -Xlog:disable -XX:ArchiveClassesAtExit="$prepared/libraries.jsa" -cp "$junit:$libraries" \
        org.junit.platform.console.ConsoleLauncher --class-path "$prepared" --select-class benchwright.LibrariesTraining \
        || true
fi
[ -z "$gson" ] || cp "$gson" "$prepared/gson.jar"
[ -z "$json" ] || cp "$json" "$prepared/json.jar"
[ -z "$javatuples" ] || cp "$javatuples" "$prepared/javatuples.jar"
chmod -R a+rX "$prepared"
