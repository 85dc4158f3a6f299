package io.perfstarter.warmup.autoconfigure;

import com.netflix.appinfo.ApplicationInfoManager;
import com.netflix.appinfo.InstanceInfo.InstanceStatus;
import io.perfstarter.warmup.WarmupGate;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.netflix.eureka.EurekaInstanceConfigBean;
import org.springframework.core.Ordered;

/**
 * Sets the status of the instance in Eureka to UP. Spring Cloud's registry status is not
 * used, because it would override the status of the instance permanently.
 */
class EurekaGate implements WarmupGate, Ordered {

	private final EurekaStartingStatus hold;

	private final ObjectProvider<EurekaInstanceConfigBean> instance;

	private final ObjectProvider<ApplicationInfoManager> manager;

	EurekaGate(EurekaStartingStatus hold, ObjectProvider<EurekaInstanceConfigBean> instance,
			ObjectProvider<ApplicationInfoManager> manager) {
		this.hold = hold;
		this.instance = instance;
		this.manager = manager;
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public void open() {
		if (this.hold.isHolding()) {
			// After a configuration refresh, Spring Cloud registers with this status
			// again.
			this.instance.ifAvailable((instance) -> instance.setInitialStatus(InstanceStatus.UP));
			this.manager.ifAvailable((manager) -> manager.setInstanceStatus(InstanceStatus.UP));
		}
	}

}
