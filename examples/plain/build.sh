#!/bin/sh
# Compiles, monitors and tests; residua.toml says what residua works on.
set -eu
cd "$(dirname "$0")"

mkdir -p build/classes build/tests
javac -g -d build/classes src/app/*.java
residua analyze
residua weave
javac -cp build/monitored -d build/tests test/app/*.java
java -Dresidua.report=fail -cp build/tests:build/monitored app.ClientCheck
