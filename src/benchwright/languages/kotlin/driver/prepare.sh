#!/bin/sh
# Compiles the program that calls the compiler, and the test drivers, which are Java's, and archives the classes of the
# compiler and of JUnit in the virtual machine's memory format: otherwise half of a build is spent on reading them.
# Arguments: java, the folder to fill, the archives of the compiler, of the library and of JUnit (if one is missing,
# programs that use it report it), the drivers, those for JUnit last, and the archives of Kotest, which may be missing.
set -e
java=$1 prepared=$2 compiler=$3 library=$4 junit=$5
shift 5
driver=$(dirname "$0")

compile() {
    "$java" -XX:+UseSerialGC -Xlog:disable -m jdk.compiler/com.sun.tools.javac.Main \
        -nowarn -XDstringConcat=inline -d "$prepared" "$@"
}

[ -n "$compiler" ] && [ -n "$library" ] || exit 0
compile -cp "$compiler" "$driver/Build.java" "$driver/Classes.java" "$1" "$2" "$3" "$4"
"$java" -Xss16m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xlog:disable \
    -XX:ArchiveClassesAtExit="$prepared/compiler.jsa" -cp "$compiler" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler \
    -no-stdlib -no-reflect -nowarn -Xdisable-default-scripting-plugin -cp "$library" \
    -d "$prepared/training" "$driver/Training.kt"
rm -rf "$prepared/training"
if [ -n "$junit" ]; then
    compile -cp "$junit:$prepared" "$5" "$6"
    "$java" -XX:+UseSerialGC -Xlog:disable -XX:ArchiveClassesAtExit="$prepared/junit.jsa" -cp "$junit:$library" \
        org.junit.platform.console.ConsoleLauncher --class-path "$prepared" --select-class benchwright.Training || true
fi
if [ -n "$junit" ] && [ -n "$7" ]; then
    compile -cp "$junit:$library:$7:$prepared" "$driver/KotestDriver.java"
    "$java" -Xss16m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xlog:disable -XX:SharedArchiveFile="$prepared/compiler.jsa" \
        -cp "$compiler" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -nowarn -jvm-target 17 \
        -Xdisable-default-scripting-plugin -cp "$junit:$library:$7" -d "$prepared/training" "$driver/KotestTraining.kt"
    "$java" -XX:+UseSerialGC -Xlog:disable -XX:ArchiveClassesAtExit="$prepared/kotest.jsa" -cp "$junit:$library:$7" \
        org.junit.platform.console.ConsoleLauncher --class-path "$prepared/training" \
        --select-class benchwright.KotestTraining || true
    rm -rf "$prepared/training"
fi
chmod -R a+rX "$prepared"
