package io.perfstarter.settings.autoconfigure;

import java.util.Locale;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * The pages of the documents to which the messages of a failed start refer.
 */
public enum HelpPage {

	ASYNC("features/async.md#settings"),

	BOUNDARY("features/boundary.md#settings"),

	COHERENCE("features/coherence.md#settings"),

	EVICTION("features/eviction.md#what-it-does"),

	REPORTING("features/reporting.md#settings"),

	ROUTING("features/routing.md#settings"),

	WARMUP("features/warmup.md#settings"),

	PROPERTIES("reference/properties.md");

	private static final String REPOSITORY = "https://github.com/perfstarter/perf-starter";

	private final String path;

	HelpPage(String path) {
		this.path = path;
	}

	/**
	 * Returns the page with the settings of the feature to which a property belongs.
	 * @param property the name of the property
	 * @return the page of the feature, or the page of all properties
	 */
	public static HelpPage of(String property) {
		return Stream.of(values())
			.filter((page) -> property.startsWith("perf-starter." + page.name().toLowerCase(Locale.ROOT) + "."))
			.findFirst()
			.orElse(PROPERTIES);
	}

	/**
	 * Returns an analysis whose action ends with the address of this page.
	 * @param description what has failed
	 * @param action what to do about it
	 * @param cause the failure
	 * @return the analysis
	 */
	public FailureAnalysis analysis(@Nullable String description, @Nullable String action, Throwable cause) {
		return new FailureAnalysis(description, ((action != null) ? action + System.lineSeparator() : "") + "See "
				+ address(HelpPage.class.getPackage().getImplementationVersion()), cause);
	}

	/**
	 * Returns the address of this page at the tag of a release, or on the main branch.
	 * @param version the version, {@code null} if the classes are in no archive
	 */
	String address(@Nullable String version) {
		String revision = (version != null && !version.endsWith("-SNAPSHOT")) ? "v" + version : "main";
		return "%s/blob/%s/docs/%s".formatted(REPOSITORY, revision, this.path);
	}

}
