package io.perfstarter.warmup.autoconfigure;

import com.netflix.appinfo.InstanceInfo.InstanceStatus;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cloud.netflix.eureka.EurekaClientConfigBean;
import org.springframework.cloud.netflix.eureka.EurekaInstanceConfigBean;

/**
 * Has Eureka know the instance as one that starts, or in a training not at all. An
 * instance that is not to be up anyway is left alone.
 */
class EurekaHold implements BeanPostProcessor {

	private final boolean training;

	EurekaHold(boolean training) {
		this.training = training;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof EurekaInstanceConfigBean instance && instance.getInitialStatus() == InstanceStatus.UP) {
			instance.setInitialStatus(InstanceStatus.STARTING);
		}
		if (bean instanceof EurekaClientConfigBean client && this.training) {
			client.setRegisterWithEureka(false);
		}
		return bean;
	}

}
