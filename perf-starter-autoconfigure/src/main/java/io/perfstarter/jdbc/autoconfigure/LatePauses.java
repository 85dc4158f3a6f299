package io.perfstarter.jdbc.autoconfigure;

import java.util.function.LongSupplier;

import io.perfstarter.jdbc.JvmPauses;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * The pauses of the JVM in nanoseconds, of which the source is created after connections
 * are borrowed: 0 until all beans are created. Looking the source up earlier, on the
 * thread of a connection, would wait for the thread that creates the beans, which may
 * wait for that connection. Thread-safe by one volatile field.
 */
final class LatePauses implements SmartInitializingSingleton {

	private final ObjectProvider<JvmPauses> source;

	private volatile LongSupplier known = () -> 0;

	LatePauses(ObjectProvider<JvmPauses> source) {
		this.source = source;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.source.ifAvailable((pauses) -> {
			// Connections that are borrowed now do not get the pauses of the whole start.
			long before = pauses.nanos();
			this.known = () -> pauses.nanos() - before;
		});
	}

	long nanos() {
		return this.known.getAsLong();
	}

}
