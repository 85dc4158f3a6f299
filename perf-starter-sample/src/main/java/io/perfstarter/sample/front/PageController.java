package io.perfstarter.sample.front;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/**
 * Serves the page that shows the parts of the sample and offers the experiments.
 */
@RestController
class PageController {

	private final DiscoveryClient discoveryClient;

	private final String template;

	PageController(DiscoveryClient discoveryClient) throws IOException {
		this.discoveryClient = discoveryClient;
		this.template = new ClassPathResource("front/page.html").getContentAsString(StandardCharsets.UTF_8);
	}

	@GetMapping(path = "/", produces = MediaType.TEXT_HTML_VALUE)
	String page() {
		String rows = this.discoveryClient.getServices()
			.stream()
			.sorted()
			.flatMap((service) -> this.discoveryClient.getInstances(service)
				.stream()
				.map((instance) -> row(service, instance.getUri().toString()))
				.sorted())
			.collect(Collectors.joining("\n"));
		return this.template.replace("{{instances}}", rows);
	}

	private static String row(String service, String uri) {
		return "<tr><td>%s</td><td>%s</td></tr>".formatted(HtmlUtils.htmlEscape(service), HtmlUtils.htmlEscape(uri));
	}

}
