package io.perfstarter.sample.ticket;

import java.util.function.Supplier;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.FanOutSettings;
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.eviction.EvictionStrategy;
import io.perfstarter.peer.PeerEndpointFilter;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * Registers the recorders of evictions.
 */
@Configuration(proxyBeanMethods = false)
class EvictionWitnesses {

	@Bean
	@Order(EvictionStrategy.LOCAL_ORDER - 1)
	EvictionWitness afterTheCommit(EvictionNotes notes) {
		return new EvictionWitness(notes::committed);
	}

	@Bean
	@Order(EvictionStrategy.PEER_ORDER + 1)
	EvictionWitness afterTheEviction(EvictionNotes notes, ObjectProvider<FanOut> fanOut) {
		Supplier<@Nullable NodeStatus> status = status(fanOut);
		return new EvictionWitness((eviction) -> notes.evicted(eviction, status.get()));
	}

	/**
	 * Registers the filter. It has the same order as the filter of the peer endpoint, and
	 * comes first because its bean is defined earlier.
	 */
	@Bean
	FilterRegistrationBean<PeerEvictionWitness> afterTheMessage(EvictionNotes notes, ObjectProvider<FanOut> fanOut) {
		FilterRegistrationBean<PeerEvictionWitness> registration = new FilterRegistrationBean<>(
				new PeerEvictionWitness(status(fanOut), notes));
		registration.addUrlPatterns(FanOutSettings.PATH);
		registration.setOrder(PeerEndpointFilter.ORDER);
		return registration;
	}

	/**
	 * Supplies the status lazily, because filters are created before most beans. The
	 * status is {@code null} without a fan-out.
	 */
	private static Supplier<@Nullable NodeStatus> status(ObjectProvider<FanOut> fanOut) {
		return () -> {
			FanOut running = fanOut.getIfAvailable();
			return (running != null) ? running.status() : null;
		};
	}

}
