#!/bin/sh
# Compiles the program that calls the compiler, and the test drivers, which are those of Java and Kotlin, and archives
# the classes of Groovy and JUnit in the virtual machine's memory format. Arguments: java, the folder to fill, the
# archives of Groovy and of JUnit (if one is missing, programs that use it report it), the drivers, that for JUnit
# last, and the archives of Spock, which may be missing.
set -e
java=$1 prepared=$2 groovy=$3 junit=$4
shift 4
driver=$(dirname "$0")

compile() {
    "$java" -XX:+UseSerialGC -Xlog:disable -m jdk.compiler/com.sun.tools.javac.Main \
        -nowarn -XDstringConcat=inline -d "$prepared" "$@"
}

train() {
    archive=$1
    shift
    "$java" -XX:+UseSerialGC -Xlog:disable -Dgroovy.target.indy=false \
        -XX:ArchiveClassesAtExit="$prepared/$archive" "$@"
}

[ -n "$groovy" ] || exit 0
compile -cp "$groovy" "$driver/Build.java" "$driver/Joining.java" "$1" "$2" "$3" "$4" "$5"
train groovy.jsa -cp "$groovy" groovy.ui.GroovyMain "$driver/Training.groovy"
if [ -n "$junit" ]; then
    compile -cp "$junit:$prepared" "$6"
    train junit.jsa -cp "$groovy:$junit" groovy.ui.GroovyMain "$driver/TrainingTest.groovy"
    [ -z "$7" ] || train spock.jsa -cp "$groovy:$junit:$7" groovy.ui.GroovyMain "$driver/SpockTraining.groovy"
fi
chmod -R a+rX "$prepared"
