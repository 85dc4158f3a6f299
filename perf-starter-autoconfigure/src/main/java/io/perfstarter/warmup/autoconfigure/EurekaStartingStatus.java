package io.perfstarter.warmup.autoconfigure;

import java.util.function.Supplier;

import com.netflix.appinfo.InstanceInfo.InstanceStatus;
import io.perfstarter.warmup.run.WarmupState;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cloud.netflix.eureka.EurekaClientConfigBean;
import org.springframework.cloud.netflix.eureka.EurekaInstanceConfigBean;

/**
 * Registers the instance in Eureka with the status STARTING, or not at all in a training
 * run. An instance that is not configured to be UP is not changed.
 */
class EurekaStartingStatus implements BeanPostProcessor {

	private final Supplier<WarmupState> state;

	private final boolean training;

	private volatile boolean holding;

	EurekaStartingStatus(Supplier<WarmupState> state, boolean training) {
		this.state = state;
		this.training = training;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		// Also called when a configuration refresh binds the bean again.
		if (bean instanceof EurekaInstanceConfigBean instance && instance.getInitialStatus() == InstanceStatus.UP
				&& !this.state.get().isOpen()) {
			instance.setInitialStatus(InstanceStatus.STARTING);
			this.holding = true;
		}
		if (bean instanceof EurekaClientConfigBean client && this.training) {
			client.setRegisterWithEureka(false);
		}
		return bean;
	}

	/**
	 * Returns whether this class set the status of the instance.
	 */
	boolean isHolding() {
		return this.holding;
	}

}
