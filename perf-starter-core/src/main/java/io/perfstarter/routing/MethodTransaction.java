package io.perfstarter.routing;

import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.interceptor.TransactionAttribute;

/**
 * The transaction of the method whose advice we are in, which only those who extend
 * Spring's advice may ask for without an exception when there is none.
 */
abstract class MethodTransaction extends TransactionAspectSupport {

	/**
	 * Whether the method may write, by its own attribute, but joins a transaction that
	 * may not.
	 * @return whether that is so
	 */
	static boolean mayWriteButJoinsReadOnly() {
		if (!CurrentTransaction.isReadOnly()) {
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
