package io.perfstarter.coherence.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.FanOutDemand;
import io.perfstarter.coherence.FanOutSettings;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalCopies;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.peer.HttpPeerTransport;
import io.perfstarter.peer.PeerDirectory;
import io.perfstarter.peer.PeerEndpointFilter;
import io.perfstarter.peer.PeerEndpointWebFilter;
import io.perfstarter.peer.PeerTransport;
import io.perfstarter.peer.RegisteredPeers;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;
import io.perfstarter.settings.autoconfigure.HelpPage;
import io.perfstarter.settings.autoconfigure.SecretProperties;
import io.perfstarter.support.SynchronousListener;
import io.perfstarter.web.autoconfigure.HealthEntry;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.discovery.event.HeartbeatEvent;
import org.springframework.cloud.client.serviceregistry.Registration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the eviction fan-out to the
 * other instances of this service. Processed last, because its condition depends on all
 * discovery clients.
 */
@AutoConfiguration(
		afterName = "org.springframework.cloud.client.discovery.composite.CompositeDiscoveryClientAutoConfiguration")
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnSwitch("perf-starter.coherence.enabled")
@Conditional(OnFanOutCondition.class)
public final class CoherenceFanOutAutoConfiguration {

	private static final String LOG = CoherenceProperties.PREFIX + ".log";

	private static final String JACKSON = "tools.jackson.databind.json.JsonMapper";

	private static final Log logger = LogFactory.getLog(CoherenceFanOutAutoConfiguration.class);

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass(JACKSON)
	static class WithoutJacksonConfiguration {

		@Bean
		FanOutRequirements perfStarterFanOutRequirements(ObjectProvider<FanOutDemand> demand) {
			return new FanOutRequirements(demand, () -> {
				throw new CannotStartException(HelpPage.COHERENCE,
						"Evictions are sent to the other instances of this service as JSON, but Jackson is not on "
								+ "the class path.",
						"Add the dependency 'tools.jackson.core:jackson-databind', or set 'perf-starter.coherence.fan-out' "
								+ "to 'off' to keep evictions in this instance.");
			});
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = JACKSON)
	@EnableConfigurationProperties({ CoherenceProperties.class, SecretProperties.class })
	static class FanOutConfiguration {

		@Bean
		FanOutSettingsFactory perfStarterFanOutSettingsFactory(CoherenceProperties properties, SecretProperties secret,
				Environment environment, ObjectProvider<SslBundles> sslBundles) {
			return new FanOutSettingsFactory(properties, secret, environment, sslBundles);
		}

		@Bean
		FanOutRequirements perfStarterFanOutRequirements(ObjectProvider<FanOutDemand> demand,
				FanOutSettingsFactory settings) {
			return new FanOutRequirements(demand, () -> {
				settings.fanOut();
				settings.transport();
			});
		}

		@Bean
		HttpPeerTransport perfStarterPeerTransport(FanOutSettingsFactory settings) {
			return new HttpPeerTransport(settings::transport);
		}

		// The caches are resolved lazily, because the web server creates its filters
		// before most beans.
		@Bean
		FanOut perfStarterFanOut(FanOutSettingsFactory settings, PeerTransport transport,
				ObjectProvider<PeerDirectory> registries, @Lazy LocalCopies localCopies, FreshnessWatermark watermark,
				PendingCommits pendingCommits, ObjectProvider<MeterRegistry> registry, CoherenceProperties properties) {
			PeerDirectory listed = settings.listedPeers();
			PeerDirectory directory = (listed != null) ? listed : registries.getObject();
			MeterRegistry meters = registry.getIfAvailable(CompositeMeterRegistry::new);
			if (properties.log() == LogMode.PEERS) {
				return new FanOut(settings::fanOut, transport, directory,
						new LocalSide(localCopies, watermark, pendingCommits), meters);
			}
			FreshnessWatermark unread = new FreshnessWatermark(properties.maxStaleness(), System::nanoTime);
			return FanOut.ofHints(settings::fanOut, transport, directory,
					new LocalSide(localCopies, unread, pendingCommits), meters);
		}

		@Bean
		DemandLifecycle perfStarterFanOutStart(FanOut fanOut, ObjectProvider<FanOutDemand> demand,
				CoherenceProperties properties) {
			return new DemandLifecycle(DemandLifecycle.START, demand, () -> start(fanOut, properties), fanOut::close,
					fanOut::isRunning);
		}

		@Bean
		DemandLifecycle perfStarterFanOutDiscovery(FanOut fanOut, ObjectProvider<FanOutDemand> demand) {
			return new DemandLifecycle(DemandLifecycle.DISCOVERY, demand, fanOut::discover, fanOut::close,
					fanOut::isDiscovering);
		}

		private static void start(FanOut fanOut, CoherenceProperties properties) {
			try {
				fanOut.start();
			}
			catch (UncheckedIOException ex) {
				throw new InvalidConfigurationPropertyValueException(CoherenceProperties.PREFIX + ".port",
						properties.port(),
						"The port cannot be used (%s): choose one that is free on each instance, or stop the process that uses it."
							.formatted(ex.getMessage()));
			}
			// The propagation delay is the time until all instances see a new one. So it
			// includes the interval at which they look.
			if (properties.discoveryInterval().compareTo(properties.registryPropagationDelay()) > 0) {
				logger.warn(
						"'%s.discovery-interval' (%s) is longer than '%1$s.registry-propagation-delay' (%s), which includes it, so an eviction may miss a new instance for longer: shorten the interval, or lengthen the delay"
							.formatted(CoherenceProperties.PREFIX, properties.discoveryInterval(),
									properties.registryPropagationDelay()));
			}
		}

	}

	/**
	 * The parts that need Spring Cloud. Without it, the instances are listed in a
	 * property.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = JACKSON, value = DiscoveryClient.class)
	static class RegistryConfiguration {

		@Bean
		PeerDirectory perfStarterRegisteredPeers(FanOutSettingsFactory settings, CoherenceProperties properties,
				ObjectProvider<DiscoveryClient> clients, ObjectProvider<Registration> registrations,
				Environment environment) {
			DiscoveryClients.warnIfFiltered(environment);
			return new RegisteredPeers(() -> clients.orderedStream().toList(),
					() -> registrations.orderedStream().toList(), settings::serviceId,
					FanOutSettingsFactory.endpointPath(environment), StringUtils.hasText(properties.sslBundle()),
					() -> RegistrationEnvironmentPostProcessor.incarnation(environment));
		}

		/**
		 * Triggers the discovery of peers when the registry changes.
		 */
		@Bean
		static SynchronousListener<?> perfStarterRegistryHeartbeat(ObjectProvider<FanOut> fanOut) {
			// Obtained once, because a registry may still report changes during the stop.
			SingletonSupplier<FanOut> known = SingletonSupplier.of(fanOut::getObject);
			return new SynchronousListener<>(HeartbeatEvent.class, Ordered.LOWEST_PRECEDENCE,
					(event) -> known.obtain().refresh());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = JACKSON, value = WebServerInitializedEvent.class)
	static class WebServerConfiguration {

		/**
		 * Notifies the fan-out that the web server of the application accepts requests,
		 * before the application is registered. The server of Actuator belongs to another
		 * context.
		 */
		@Bean
		static SynchronousListener<?> perfStarterWebServerStart(ObjectProvider<FanOut> fanOut,
				ApplicationContext context) {
			return new SynchronousListener<>(WebServerInitializedEvent.class, Ordered.HIGHEST_PRECEDENCE, (event) -> {
				if (event.getApplicationContext() == context) {
					fanOut.getObject().listening();
				}
			});
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = JACKSON, value = Filter.class)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	static class ServletConfiguration {

		@Bean
		FilterRegistrationBean<PeerEndpointFilter> perfStarterPeerEndpointFilter(HttpPeerTransport transport,
				Environment environment) {
			FilterRegistrationBean<PeerEndpointFilter> registration = new FilterRegistrationBean<>(
					new PeerEndpointFilter(FanOutSettingsFactory.endpointPath(environment), transport::endpoint));
			registration.setOrder(PeerEndpointFilter.ORDER);
			return registration;
		}

		/**
		 * Lets the container run the filter at the path of the endpoint: it runs no
		 * filter at a path without a servlet.
		 */
		@Bean
		ServletRegistrationBean<NotFoundServlet> perfStarterPeerEndpointServlet() {
			ServletRegistrationBean<NotFoundServlet> registration = new ServletRegistrationBean<>(new NotFoundServlet(),
					FanOutSettings.PATH);
			registration.setName("perfStarterPeerEndpoint");
			return registration;
		}

		/**
		 * Answers with 404.
		 */
		static final class NotFoundServlet extends HttpServlet {

			private static final long serialVersionUID = 1L;

			@Override
			protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
				response.sendError(HttpServletResponse.SC_NOT_FOUND);
			}

		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = JACKSON)
	@ConditionalOnWebApplication(type = Type.REACTIVE)
	static class ReactiveConfiguration {

		@Bean
		PeerEndpointWebFilter perfStarterPeerEndpointWebFilter(HttpPeerTransport transport, Environment environment) {
			return new PeerEndpointWebFilter(FanOutSettingsFactory.endpointPath(environment), transport::endpoint);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = JACKSON, value = { HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
	@ConditionalOnEnabledHealthIndicator("coherence")
	@ConditionalOnProperty(name = LOG, havingValue = "peers", matchIfMissing = true)
	static class HealthConfiguration {

		@Bean
		static HealthEntry perfStarterCoherenceHealth(ObjectProvider<FanOut> fanOut) {
			return new HealthEntry("coherence", () -> CoherenceHealth.of(fanOut.getObject()));
		}

	}

}
