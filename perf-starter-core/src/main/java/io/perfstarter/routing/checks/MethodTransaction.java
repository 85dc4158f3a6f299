package io.perfstarter.routing.checks;

import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.interceptor.TransactionAttribute;

/**
 * Reads the attributes of the transactional method that is currently advised. Extends
 * Spring's aspect because only subclasses can do so without an exception when there is
 * none.
 */
abstract class MethodTransaction extends TransactionAspectSupport {

	/**
	 * Returns whether the current method may write by its own attributes but has joined a
	 * read-only transaction.
	 * @return whether that is the case
	 */
	static boolean mayWriteButJoinsReadOnly() {
		if (!ActiveTransaction.isReadOnly()) {
			return false;
		}
		TransactionInfo method = currentTransactionInfo();
		if (method == null) {
			return false;
		}
		TransactionAttribute attribute = method.getTransactionAttribute();
		return attribute != null && !attribute.isReadOnly();
	}

}
