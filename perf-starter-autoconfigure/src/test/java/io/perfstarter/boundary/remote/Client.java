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
 * The HTTP clients that report to Micrometer. Each pays order 1.
 */
enum Client {

	REST_CLIENT {
		@Override
		void pay(String url, ObservationRegistry registry) {
			restClient(url, registry).get().uri("/pay/{id}?token=s3cret", 1).retrieve().toBodilessEntity();
		}
	},

	REST_TEMPLATE {
		@Override
		void pay(String url, ObservationRegistry registry) {
			RestTemplate template = new RestTemplate();
			template.setObservationRegistry(registry);
			template.getForEntity(url + "/pay/{id}?token=s3cret", Void.class, 1);
		}
	},

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

		// Its path is unknown when the observation starts.
		@Override
		String target() {
			return "GET localhost:\\d+";
		}
	},

	HTTP_INTERFACE {
		@Override
		void pay(String url, ObservationRegistry registry) {
			HttpServiceProxyFactory.builderFor(RestClientAdapter.create(restClient(url, registry)))
				.build()
				.createClient(Payments.class)
				.pay();
		}
	},

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
	 * Returns the expected target as a regular expression.
	 */
	String target() {
		return "GET (localhost:\\d+|[a-zA-Z.]+Client\\$FeignPayments)/pay/(1|\\{id})";
	}

	private static RestClient restClient(String url, ObservationRegistry registry) {
		return RestClient.builder().baseUrl(url).observationRegistry(registry).build();
	}

	/**
	 * The payment service as a Spring HTTP interface.
	 */
	interface Payments {

		@GetExchange("/pay/1?token=s3cret")
		void pay();

	}

	/**
	 * The payment service as a Feign interface.
	 */
	interface FeignPayments {

		@RequestLine("GET /pay/1?token=s3cret")
		void pay();

	}

}
