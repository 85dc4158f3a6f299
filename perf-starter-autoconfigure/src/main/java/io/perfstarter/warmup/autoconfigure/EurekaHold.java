package io.perfstarter.warmup.autoconfigure;

import java.util.function.Supplier;

import com.netflix.appinfo.InstanceInfo.InstanceStatus;
import io.perfstarter.warmup.WarmupState;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cloud.netflix.eureka.EurekaClientConfigBean;
import org.springframework.cloud.netflix.eureka.EurekaInstanceConfigBean;

/**
 * Has Eureka know the instance as one that starts, or in a training not at all. An
 * instance that is not to be up anyway is left alone.
 */
class EurekaHold implements BeanPostProcessor {

	private final Supplier<WarmupState> state;

	private final boolean training;

	private volatile boolean holding;

	EurekaHold(Supplier<WarmupState> state, boolean training) {
		this.state = state;
		this.training = training;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		// Also called when a refresh of the configuration binds the bean anew.
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
	 * Whether it is by us that the instance is not up.
	 */
	boolean isHolding() {
		return this.holding;
	}

}
