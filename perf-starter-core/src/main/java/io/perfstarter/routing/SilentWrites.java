package io.perfstarter.routing;

import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.util.ClassUtils;

/**
 * Says what a read-only transaction was asked to write and will not, once for each
 * method, entity and kind, or throws.
 */
final class SilentWrites {

	private static final Log logger = LogFactory.getLog(SilentWrites.class);

	private final boolean fail;

	private final Findings findings;

	SilentWrites(boolean fail, Supplier<MeterRegistry> registry) {
		this.fail = fail;
		this.findings = new Findings(registry);
	}

	/**
	 * Whether to throw, so that chance must not decide what is looked at.
	 * @return whether a finding is thrown
	 */
	boolean fails() {
		return this.fail;
	}

	/**
	 * A fault of the check itself, which is no fault of the caller.
	 * @param failure what went wrong
	 */
	void couldNotLook(RuntimeException failure) {
		if (this.findings.isNew("fault", failure.getClass())) {
			logger.warn("Could not find out whether " + CurrentTransaction.name() + " changes what it must not",
					failure);
		}
	}

	void found(Kind kind, String entity) {
		String method = CurrentTransaction.name();
		boolean unsaid = this.findings.isNew(kind.tag, new Finding(method, entity, kind));
		if (!this.fail && !unsaid) {
			return;
		}
		String message = ("%s is readOnly = true, and %s was %s in it: that is not written, and the database never "
				+ "hears of it. Remove readOnly, or move the change out of the read-only transaction")
			.formatted(method, ClassUtils.getShortName(entity), kind.tag);
		if (this.fail) {
			throw new WriteInReadOnlyTransactionException(message, null);
		}
		logger.warn(message);
	}

	/**
	 * How an entity was to be written.
	 */
	enum Kind {

		/**
		 * It is new.
		 */
		SAVED("saved"),

		/**
		 * It was read and has another state now.
		 */
		CHANGED("changed"),

		/**
		 * It was removed.
		 */
		DELETED("deleted");

		private final String tag;

		Kind(String tag) {
			this.tag = tag;
		}

	}

	/**
	 * What is said once.
	 *
	 * @param method the method that began the transaction
	 * @param entity the name of the entity
	 * @param kind how it was to be written
	 */
	private record Finding(String method, String entity, Kind kind) {
	}

}
