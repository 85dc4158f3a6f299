package io.perfstarter.sample.howto.kubernetes;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.perfstarter.peer.PeerEntry;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the manifest of the page fits its application.
 */
class ManifestTests {

	private static final String DEPLOYMENT = "Deployment tickets";

	private final Manifest manifest = new Manifest();

	private final List<PropertySource<?>> yaml = new YamlPropertySourceLoader().load("application",
			new ClassPathResource("howto/kubernetes.yml"));

	private final Binder binder = new Binder(ConfigurationPropertySources.from(this.yaml));

	ManifestTests() throws IOException {
	}

	@Test
	void podIsGivenMoreTimeThanItsStopTakes() {
		Duration stop = Stream
			.of("perf-starter.warmup.shutdown-delay", "spring.lifecycle.timeout-per-shutdown-phase",
					"perf-starter.async.shutdown-timeout")
			.map((property) -> this.binder.bind(property, Duration.class).get())
			.reduce(Duration.ZERO, Duration::plus);
		assertThat(stop).isEqualTo(Duration.ofSeconds(40));
		assertThat(this.manifest.grace()).isGreaterThanOrEqualTo(stop.plusSeconds(10));
	}

	@Test
	void secretComesFromTheVariableThatTheApplicationReads() {
		assertThat(this.yaml.get(0).getProperty("perf-starter.secret"))
			.hasToString("${%s}".formatted(this.manifest.container("env", 0, "name")));
		assertThat(this.manifest.container("env", 0, "valueFrom", "secretKeyRef", "name")).isEqualTo("tickets");
	}

	@Test
	void podsAreFoundByTheHeadlessServiceAlsoWhileTheyWarmUpAndLeave() {
		PeerEntry peers = PeerEntry.of(this.binder.bind("perf-starter.coherence.peers", String.class).get(), false);
		assertThat(peers.dns()).isTrue();
		assertThat(peers.port()).isEqualTo(this.binder.bind("perf-starter.coherence.port", Integer.class).get());
		String service = "Service " + peers.host();
		assertThat(this.manifest.get(service, "spec", "clusterIP")).isEqualTo("None");
		assertThat(this.manifest.get(service, "spec", "publishNotReadyAddresses")).isEqualTo(true);
		assertThat(this.manifest.get(service, "spec", "ports", 0, "port"))
			.isEqualTo(this.manifest.container("ports", 1, "containerPort"))
			.isEqualTo(peers.port());
		for (String part : List.of(service, "Service tickets")) {
			assertThat(this.manifest.get(part, "spec", "selector")).as(part)
				.isEqualTo(this.manifest.get(DEPLOYMENT, "spec", "selector", "matchLabels"))
				.isEqualTo(this.manifest.get(DEPLOYMENT, "spec", "template", "metadata", "labels"));
		}
	}

	@Test
	void ingressLetsOnlyTheApplicationsOwnPathsThrough() {
		Object rule = this.manifest.get("Ingress tickets", "spec", "rules", 0, "http", "paths");
		assertThat(rule).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(1);
		assertThat(this.manifest.get("Ingress tickets", "spec", "rules", 0, "http", "paths", 0, "path"))
			.isEqualTo("/tickets");
	}

}
