package io.perfstarter.eviction;

import java.util.Arrays;
import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/**
 * Finds beans whose transaction advice runs inside the eviction advice, so that entries
 * are evicted when the method returns and not at the commit.
 */
final class AdviceOrderCheck {

	private static final Log logger = LogFactory.getLog(AdviceOrderCheck.class);

	private AdviceOrderCheck() {
	}

	/**
	 * Logs one warning with the names of these beans.
	 * @param beanFactory the beans to check; none is created
	 */
	static void check(ConfigurableListableBeanFactory beanFactory) {
		List<String> outside = Arrays.stream(beanFactory.getSingletonNames())
			.filter((name) -> beanFactory.getSingleton(name) instanceof Advised proxy
					&& evictsOutsideTransaction(proxy))
			.toList();
		if (!outside.isEmpty()) {
			logger.warn("For the beans " + outside
					+ " the transaction advice runs inside the advice of @EvictTicketCache, "
					+ "so entries are evicted when the method returns; use the default order of the transaction advice");
		}
	}

	private static boolean evictsOutsideTransaction(Advised proxy) {
		List<Advisor> advisors = List.of(proxy.getAdvisors());
		int transaction = indexOf(advisors, TransactionInterceptor.class);
		int ours = indexOf(advisors, EvictTicketCacheAdvisor.EvictTicketCacheInterceptor.class);
		return ours >= 0 && ours < transaction;
	}

	private static int indexOf(List<Advisor> advisors, Class<?> advice) {
		for (int i = 0; i < advisors.size(); i++) {
			if (advice.isInstance(advisors.get(i).getAdvice())) {
				return i;
			}
		}
		return -1;
	}

}
