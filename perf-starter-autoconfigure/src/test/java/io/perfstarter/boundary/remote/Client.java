package io.perfstarter.boundary.remote;

import feign.Feign;
import feign.RequestLine;
import feign.micrometer.MicrometerObservationCapability;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/**
 * The clients of HTTP that report to Micrometer, each of which pays order 1.
 */
enum Client {

	/**
	 * Spring's.
	 */
	REST_CLIENT {
		@Override
		void pay(String url, ObservationRegistry registry) {
			restClient(url, registry).get().uri("/pay/{id}?token=s3cret", 1).retrieve().toBodilessEntity();
		}
	},

	/**
	 * Spring's older one.
	 */
	REST_TEMPLATE {
		@Override
		void pay(String url, ObservationRegistry registry) {
			RestTemplate template = new RestTemplate();
			template.setObservationRegistry(registry);
			template.getForEntity(url + "/pay/{id}?token=s3cret", Void.class, 1);
		}
	},

	/**
	 * Spring's reactive one, waited for.
	 */
	WEB_CLIENT {
		@Override
		void pay(String url, ObservationRegistry registry) {
			WebClient.builder()
				.baseUrl(url)
				.observationRegistry(registry)
				.build()
				.get()
				.uri("/pay/{id}?token=s3cret", 1)
				.retrieve()
				.toBodilessEntity()
				.block();
		}

		// It does not know its path yet when it starts.
		@Override
		String target() {
			return "GET localhost";
		}
	},

	/**
	 * An interface that Spring implements.
	 */
	HTTP_INTERFACE {
		@Override
		void pay(String url, ObservationRegistry registry) {
			HttpServiceProxyFactory.builderFor(RestClientAdapter.create(restClient(url, registry)))
				.build()
				.createClient(Payments.class)
				.pay();
		}
	},

	/**
	 * An interface that Feign implements.
	 */
	FEIGN {
		@Override
		void pay(String url, ObservationRegistry registry) {
			Feign.builder()
				.addCapability(new MicrometerObservationCapability(registry))
				.target(FeignPayments.class, url)
				.pay();
		}
	};

	abstract void pay(String url, ObservationRegistry registry);

	/**
	 * What is called, as a pattern.
	 */
	String target() {
		return "GET (localhost|[a-zA-Z.]+Client\\$FeignPayments)/pay/(1|\\{id})";
	}

	private static RestClient restClient(String url, ObservationRegistry registry) {
		return RestClient.builder().baseUrl(url).observationRegistry(registry).build();
	}

	/**
	 * The payment service, for Spring.
	 */
	interface Payments {

		@GetExchange("/pay/1?token=s3cret")
		void pay();

	}

	/**
	 * The payment service, for Feign.
	 */
	interface FeignPayments {

		@RequestLine("GET /pay/1?token=s3cret")
		void pay();

	}

}
