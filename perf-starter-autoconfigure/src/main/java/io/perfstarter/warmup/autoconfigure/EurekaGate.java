package io.perfstarter.warmup.autoconfigure;

import com.netflix.appinfo.ApplicationInfoManager;
import com.netflix.appinfo.HealthCheckHandler;
import com.netflix.appinfo.InstanceInfo.InstanceStatus;
import io.perfstarter.warmup.WarmupGate;
import io.perfstarter.warmup.autoconfigure.WarmupProperties.Mode;
import io.perfstarter.warmup.run.WarmupState;
import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.cloud.netflix.eureka.EurekaClientConfigBean;
import org.springframework.cloud.netflix.eureka.EurekaInstanceConfigBean;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Registers the instance in Eureka with the status STARTING, and sets it to UP when the
 * gates open. In a training run, does not register it. Does not change an instance that
 * is not configured to be UP. Spring Cloud's registry status would override the status
 * permanently, so it is not used.
 */
@ConditionalOnClass({ EurekaInstanceConfigBean.class, EurekaClientConfigBean.class, ApplicationInfoManager.class })
class EurekaGate implements BeanPostProcessor, WarmupGate, Ordered {

	private final ObjectProvider<WarmupState> state;

	private final ObjectProvider<EurekaInstanceConfigBean> instance;

	private final ObjectProvider<ApplicationInfoManager> manager;

	private final boolean training;

	private volatile boolean holding;

	EurekaGate(ObjectProvider<WarmupState> state, ObjectProvider<EurekaInstanceConfigBean> instance,
			ObjectProvider<ApplicationInfoManager> manager, Environment environment) {
		this.state = state;
		this.instance = instance;
		this.manager = manager;
		this.training = environment.getProperty(WarmupProperties.PREFIX + ".mode", Mode.class,
				Mode.AUTO) == Mode.TRAINING;
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		// Also called when a configuration refresh binds the bean again.
		if (bean instanceof EurekaInstanceConfigBean config && config.getInitialStatus() == InstanceStatus.UP
				&& !this.state.getObject().isOpen()) {
			config.setInitialStatus(InstanceStatus.STARTING);
			this.holding = true;
		}
		if (bean instanceof EurekaClientConfigBean client && this.training) {
			client.setRegisterWithEureka(false);
		}
		return (bean instanceof HealthCheckHandler) ? suspended(bean) : bean;
	}

	/**
	 * Returns a health check that gives no status before the gates open and during
	 * shutdown, so that Eureka's client keeps the current status. The check itself would
	 * give DOWN instead of STARTING, or UP if it ignores readiness.
	 */
	private Object suspended(Object handler) {
		ProxyFactory factory = new ProxyFactory(handler);
		factory.addAdvice((MethodInterceptor) (invocation) -> {
			boolean asks = invocation.getMethod().getDeclaringClass() == HealthCheckHandler.class;
			WarmupState state = this.state.getObject();
			return (!asks || (state.isOpen() && !state.isClosed())) ? invocation.proceed() : null;
		});
		return factory.getProxy(handler.getClass().getClassLoader());
	}

	@Override
	public void open() {
		if (this.holding) {
			// After a configuration refresh, Spring Cloud registers with this status
			// again.
			this.instance.ifAvailable((instance) -> instance.setInitialStatus(InstanceStatus.UP));
			this.manager.ifAvailable((manager) -> manager.setInstanceStatus(InstanceStatus.UP));
		}
	}

}
