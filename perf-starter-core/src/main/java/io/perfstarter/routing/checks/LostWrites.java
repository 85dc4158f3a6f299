package io.perfstarter.routing.checks;

import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.routing.WriteInReadOnlyTransactionException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.util.ClassUtils;

/**
 * Reports changes that a read-only transaction will not write: logs each method, entity
 * and kind once, or throws.
 */
final class LostWrites {

	private static final Log logger = LogFactory.getLog(LostWrites.class);

	private final boolean fail;

	private final Findings findings;

	LostWrites(boolean fail, Supplier<MeterRegistry> registry) {
		this.fail = fail;
		this.findings = new Findings(registry);
	}

	/**
	 * Returns whether findings are thrown. Then every transaction is checked, not only a
	 * sample.
	 * @return whether to throw
	 */
	boolean fails() {
		return this.fail;
	}

	/**
	 * Logs a failure of the check itself, which does not affect the caller.
	 * @param failure the failure
	 */
	void checkFailed(RuntimeException failure) {
		if (this.findings.isNew("fault", failure.getClass())) {
			logger.warn("Could not check " + ActiveTransaction.name() + " for changes that would be lost", failure);
		}
	}

	void found(Kind kind, String entity) {
		String method = ActiveTransaction.name();
		boolean first = this.findings.isNew(kind.tag, new Finding(method, entity, kind));
		if (!this.fail && !first) {
			return;
		}
		String message = ("%s is readOnly = true, but %s was %s in it: the change is not written to the database. "
				+ "Remove readOnly, or move the change out of the read-only transaction")
			.formatted(method, ClassUtils.getShortName(entity), kind.tag);
		if (this.fail) {
			throw new WriteInReadOnlyTransactionException(message, null);
		}
		logger.warn(message);
	}

	/**
	 * The kind of change.
	 */
	enum Kind {

		/**
		 * A new entity.
		 */
		SAVED("saved"),

		/**
		 * A changed entity.
		 */
		CHANGED("changed"),

		/**
		 * A deleted entity.
		 */
		DELETED("deleted");

		private final String tag;

		Kind(String tag) {
			this.tag = tag;
		}

	}

	/**
	 * The key of a message that is logged once.
	 *
	 * @param method the method that began the transaction
	 * @param entity the name of the entity
	 * @param kind the kind of change
	 */
	private record Finding(String method, String entity, Kind kind) {
	}

}
