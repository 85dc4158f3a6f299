package io.perfstarter.coherence.autoconfigure;

import java.util.List;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Matches if the fan-out is not switched off, and the other instances can be found: they
 * are listed, or service discovery is present. With a log in the database, which needs no
 * messages, a secret must be set, too. A log in Redis needs no fan-out, because Redis
 * reports evictions at once.
 */
class OnFanOutCondition extends SpringBootCondition implements ConfigurationCondition {

	private static final String MODE = "perf-starter.coherence.fan-out";

	private static final String CLIENT = "org.springframework.cloud.client.discovery.DiscoveryClient";

	@Override
	public ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("Fan-out");
		if (mode(Binder.get(context.getEnvironment())) == FanOutMode.OFF) {
			return ConditionOutcome.noMatch(message.because("'%s' is off".formatted(MODE)));
		}
		LogMode log = log(context.getEnvironment());
		if (log == LogMode.REDIS) {
			return ConditionOutcome.noMatch(message.because("evictions are logged in Redis"));
		}
		if (log != LogMode.PEERS && !StringUtils.hasText(context.getEnvironment().getProperty("perf-starter.secret"))) {
			return ConditionOutcome
				.noMatch(message.because("evictions are in a shared log, and 'perf-starter.secret' is not set"));
		}
		if (!peers(context.getEnvironment()).isEmpty()) {
			return ConditionOutcome.match(message.foundExactly("'%s.peers'".formatted(CoherenceProperties.PREFIX)));
		}
		ConfigurableListableBeanFactory beanFactory = context.getBeanFactory();
		List<String> clients = (beanFactory != null && ClassUtils.isPresent(CLIENT, context.getClassLoader()))
				? DiscoveryClients.names(beanFactory, context.getEnvironment()) : List.of();
		if (clients.isEmpty()) {
			return ConditionOutcome.noMatch(message.because(
					"'%s.peers' is not set, and no discovery client lists other instances: there is none, or only Spring Cloud's "
						.formatted(CoherenceProperties.PREFIX)
							+ "composite and simple ones with no 'spring.cloud.discovery.client.simple.instances'"));
		}
		return ConditionOutcome.match(message.found("discovery client", "discovery clients").items(clients));
	}

	/**
	 * Binds an enum, because YAML converts 'off' to 'false'.
	 */
	static FanOutMode mode(Binder binder) {
		return binder.bind(MODE, FanOutMode.class).orElse(FanOutMode.AUTO);
	}

	private static LogMode log(Environment environment) {
		return Binder.get(environment).bind(CoherenceProperties.PREFIX + ".log", LogMode.class).orElse(LogMode.PEERS);
	}

	static List<String> peers(Environment environment) {
		return Binder.get(environment)
			.bind(CoherenceProperties.PREFIX + ".peers", Bindable.listOf(String.class))
			.orElse(List.of());
	}

}
