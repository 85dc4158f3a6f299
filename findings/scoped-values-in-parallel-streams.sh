#!/usr/bin/env bash
# In a parallel stream a scoped value is bound for some of the elements.
#
# Guess:     it is bound for all of them, as in the subtasks of a StructuredTaskScope, or for none.
# Version:   Java 25 (PROGRAM_HOME names a JDK).
# Behaviour: the caller works on a part of the elements itself, with its binding. The threads of the common pool have none, so the same
#            stream has both, in proportions that vary with the load.
# Product:   its context goes with tasks of its executors; with parallel streams only if a bean is registered.

. "$(dirname "$0")/support/java.sh"

expect \
  "bound for at least one: true" \
  "bound for all: false"

java_with << 'EOF'
import java.util.List;
import java.util.stream.IntStream;

class Program {

	private static final ScopedValue<String> USER = ScopedValue.newInstance();

	public static void main(String[] args) {
		ScopedValue.where(USER, "user").run(() -> {
			List<Boolean> bound = IntStream.range(0, 100).parallel().mapToObj(Program::isBound).toList();
			System.out.println("bound for at least one: " + bound.contains(true));
			System.out.println("bound for all: " + !bound.contains(false));
		});
	}

	private static boolean isBound(int element) {
		try {
			Thread.sleep(10);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return USER.isBound();
	}

}
EOF
