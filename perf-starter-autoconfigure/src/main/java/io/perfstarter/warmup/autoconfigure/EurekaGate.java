package io.perfstarter.warmup.autoconfigure;

import com.netflix.appinfo.ApplicationInfoManager;
import com.netflix.appinfo.InstanceInfo.InstanceStatus;
import io.perfstarter.warmup.WarmupGate;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.netflix.eureka.EurekaInstanceConfigBean;
import org.springframework.core.Ordered;

/**
 * Tells Eureka that the instance is up. Not by the registry's own status, which would
 * override that of the instance from then on.
 */
class EurekaGate implements WarmupGate, Ordered {

	private final EurekaHold hold;

	private final ObjectProvider<EurekaInstanceConfigBean> instance;

	private final ObjectProvider<ApplicationInfoManager> manager;

	EurekaGate(EurekaHold hold, ObjectProvider<EurekaInstanceConfigBean> instance,
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
			// A refresh of the configuration registers with this again.
			this.instance.ifAvailable((instance) -> instance.setInitialStatus(InstanceStatus.UP));
			this.manager.ifAvailable((manager) -> manager.setInstanceStatus(InstanceStatus.UP));
		}
	}

}
