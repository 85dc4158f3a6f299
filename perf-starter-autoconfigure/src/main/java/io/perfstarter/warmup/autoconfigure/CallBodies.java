package io.perfstarter.warmup.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.io.ResourceLoader;

/**
 * Reads request bodies from resources.
 */
final class CallBodies {

	private final ResourceLoader resources;

	CallBodies(ResourceLoader resources) {
		this.resources = resources;
	}

	String read(String body) {
		if (!body.startsWith("classpath:") && !body.startsWith("file:")) {
			return body;
		}
		try {
			return this.resources.getResource(body).getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new InvalidConfigurationPropertyValueException(WarmupProperties.PREFIX + ".requests", body,
					"Could not read the body: " + ex.getMessage() + ".");
		}
	}

}
