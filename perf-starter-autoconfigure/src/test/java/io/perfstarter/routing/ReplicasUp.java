package io.perfstarter.routing;

import io.perfstarter.routing.connection.ReplicaState;
import io.perfstarter.routing.connection.Routing;
import org.awaitility.Awaitility;

import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Lets an application start only when its replicas serve reads, which the start itself
 * does not wait for on a busy machine.
 */
public class ReplicasUp implements ApplicationListener<ContextRefreshedEvent> {

	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		event.getApplicationContext()
			.getBeanProvider(Routing.class)
			.ifAvailable((routing) -> Awaitility.await()
				.until(() -> routing.status()
					.replicas()
					.stream()
					.allMatch((replica) -> replica.state() == ReplicaState.UP)));
	}

}
