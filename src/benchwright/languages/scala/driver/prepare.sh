#!/bin/sh
# Compiles the program that calls the compilers, and the test drivers, which are those of Java and Kotlin, and archives
# the classes of the compilers and of the library in the virtual machine's memory format: otherwise half of a build, and
# of a run, is spent on reading them. Arguments: java, the folder to fill, the archives of the compilers and of the
# library (if one is missing, programs that use it report it), five drivers, the archives of test frameworks, which may
# be missing.
set -e
java=$1 prepared=$2 compilers=$3 library=$4 frameworks=${10}
shift 4
driver=$(dirname "$(readlink -f "$0")")

compile() {
    "$java" -XX:+UseSerialGC -Xlog:disable -m jdk.compiler/com.sun.tools.javac.Main -nowarn -XDstringConcat=inline \
        -d "$prepared" "$@"
}

[ -n "$compilers" ] && [ -n "$library" ] || exit 0
compile -cp "$compilers" "$driver/Build.java" "$driver/Run.java" "$driver/WithoutMacros.java" "$1" "$2" "$3" "$4" "$5"
if [ -n "$frameworks" ]; then
    compile -cp "$library:$frameworks:$prepared" "$driver/ScalaTestDriver.java" "$driver/JUnit4Driver.java"
fi
mkdir "$prepared/training"
"$java" -Xss16m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xlog:disable \
    -XX:ArchiveClassesAtExit="$prepared/compilers.jsa" -cp "$compilers" "$driver/Train.java" \
    -nowarn -encoding UTF-8 -classpath "$library" -d "$prepared/training" "$driver/Training.scala"
cd "$prepared"
"$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xlog:disable -m jdk.jartool/sun.tools.jar.Main \
    --create --no-compress --file driver.jar benchwright/Driver*.class benchwright/Failure*.class \
    benchwright/Report*.class benchwright/Run.class \
    $([ -z "$frameworks" ] || echo benchwright/ScalaTestDriver*.class benchwright/JUnit4Driver*.class)

# The archive is valid only if the class path is the same in every run: as seen from /workspace.
mkdir -p "$prepared/training/workspace" "$prepared/training/opt/benchwright"
ln -s "$prepared" "$prepared/training/opt/benchwright/prepared"
cd "$prepared/training/workspace"
"$java" -XX:+UseSerialGC -Xlog:disable -XX:ArchiveClassesAtExit="$prepared/library.jsa" \
    -cp "$library:../opt/benchwright/prepared/driver.jar" benchwright.Run "$prepared/training" Training
if [ -n "$frameworks" ]; then
    mkdir "$prepared/training/frameworks"
    "$java" -Xss16m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xlog:disable \
        -XX:SharedArchiveFile="$prepared/compilers.jsa" -cp "$compilers" dotty.tools.dotc.Main -nowarn \
        -classpath "$library:$frameworks" -d "$prepared/training/frameworks" "$driver/FrameworksTraining.scala"
    "$java" -XX:+UseSerialGC -Xlog:disable -XX:ArchiveClassesAtExit="$prepared/frameworks.jsa" \
        -cp "$library:$frameworks:../opt/benchwright/prepared/driver.jar" \
        benchwright.Run "$prepared/training/frameworks" Training
fi
cd /
rm -rf "$prepared/training"
chmod -R a+rX "$prepared"
