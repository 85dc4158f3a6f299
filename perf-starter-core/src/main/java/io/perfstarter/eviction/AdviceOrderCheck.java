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
 * Finds beans whose transactions begin inside our advice, so that entries are evicted at
 * return rather than at commit.
 */
final class AdviceOrderCheck {

	private static final Log logger = LogFactory.getLog(AdviceOrderCheck.class);

	private AdviceOrderCheck() {
	}

	/**
	 * Warns once, naming the beans.
	 * @param beanFactory the beans to look at, of which none is created
	 */
	static void check(ConfigurableListableBeanFactory beanFactory) {
		List<String> outside = Arrays.stream(beanFactory.getSingletonNames())
			.filter((name) -> beanFactory.getSingleton(name) instanceof Advised proxy
					&& evictsOutsideTransaction(proxy))
			.toList();
		if (!outside.isEmpty()) {
			logger.warn("The transaction advice of the beans " + outside
					+ " is ordered inside that of @EvictTicketCache, "
					+ "so entries are evicted when a method returns; leave the order of transaction advice at its default");
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
