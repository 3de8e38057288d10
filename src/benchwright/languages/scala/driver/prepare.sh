#!/bin/sh
# Compiles the program that calls the compilers, and the test drivers, which are those of Java and Kotlin, and keeps the
# classes of the compilers in the form in which the virtual machine has them in memory: half of a build is reading them
# otherwise. Arguments: java, the folder to fill, the archives of the compilers and of the library (each may be missing:
# who uses it is told so then), the drivers.
set -e
java=$1 prepared=$2 compilers=$3 library=$4
shift 4
driver=$(dirname "$0")

[ -n "$compilers" ] && [ -n "$library" ] || exit 0
"$java" -XX:+UseSerialGC -Xlog:disable -m jdk.compiler/com.sun.tools.javac.Main -nowarn -XDstringConcat=inline \
    -d "$prepared" -cp "$compilers" "$driver/Build.java" "$driver/WithoutMacros.java" "$@"
mkdir "$prepared/training"
"$java" -Xss16m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xlog:disable \
    -XX:ArchiveClassesAtExit="$prepared/compilers.jsa" -cp "$compilers" "$driver/Train.java" \
    -nowarn -encoding UTF-8 -classpath "$library" -d "$prepared/training" "$driver/Training.scala"
rm -rf "$prepared/training"
chmod -R a+rX "$prepared"
