package io.perfstarter.sample.warmup;

import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.cloud.client.loadbalancer.LoadBalanced;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * A client of the registry that keeps its connections and tries nothing twice.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
class DiscoveryClientApplication {

	/** Not a default candidate: Eureka's own client must not look up the registry. */
	@Bean(defaultCandidate = false)
	@LoadBalanced
	RestClient.Builder loadBalancedRestClientBuilder(PoolingHttpClientConnectionManager connections) {
		return RestClient.builder().requestFactory(requestFactory(connections));
	}

	static HttpComponentsClientHttpRequestFactory requestFactory(PoolingHttpClientConnectionManager connections) {
		return new HttpComponentsClientHttpRequestFactory(HttpClients.custom()
			.setConnectionManager(connections)
			.setConnectionManagerShared(true)
			.disableCookieManagement()
			.disableAutomaticRetries()
			.build());
	}

	@Bean
	static PoolingHttpClientConnectionManager connections() {
		PoolingHttpClientConnectionManager connections = new PoolingHttpClientConnectionManager();
		connections.setDefaultMaxPerRoute(SteadyLoad.CLIENTS);
		connections.setMaxTotal(2 * SteadyLoad.CLIENTS);
		return connections;
	}

	@Bean
	SteadyLoad load(@LoadBalanced RestClient.Builder builder, PoolingHttpClientConnectionManager connections) {
		return new SteadyLoad(builder.build(), "http://ticket-service", connections);
	}

}
