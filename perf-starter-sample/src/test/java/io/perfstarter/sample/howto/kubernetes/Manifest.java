package io.perfstarter.sample.howto.kubernetes;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.yaml.snakeyaml.Yaml;

import org.springframework.core.io.ClassPathResource;

/**
 * The manifest of the page: what it says, by path.
 */
public final class Manifest {

	private final Map<String, Object> parts = new LinkedHashMap<>();

	public Manifest() throws IOException {
		try (InputStream text = new ClassPathResource("howto/kubernetes-deployment.yml").getInputStream()) {
			new Yaml().loadAll(text)
				.forEach((part) -> this.parts.put("%s %s".formatted(of(part, "kind"), of(part, "metadata", "name")),
						part));
		}
	}

	/**
	 * A value.
	 * @param part the kind and the name of the part
	 * @param path its keys, and indexes of lists
	 * @return the value
	 */
	public Object get(String part, Object... path) {
		return of(this.parts.get(part), path);
	}

	Object container(Object... path) {
		return of(get("Deployment tickets", "spec", "template", "spec", "containers", 0), path);
	}

	String probe(String name) {
		return (String) container(name, "httpGet", "path");
	}

	Duration grace() {
		return Duration.ofSeconds(
				(Integer) get("Deployment tickets", "spec", "template", "spec", "terminationGracePeriodSeconds"));
	}

	private static Object of(Object node, Object... path) {
		Object found = node;
		for (Object step : path) {
			found = (step instanceof Integer index) ? ((List<?>) found).get(index) : ((Map<?, ?>) found).get(step);
		}
		return found;
	}

}
