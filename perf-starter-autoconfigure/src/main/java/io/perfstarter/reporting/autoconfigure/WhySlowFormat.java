package io.perfstarter.reporting.autoconfigure;

import org.springframework.boot.actuate.endpoint.Producible;
import org.springframework.util.MimeType;

/**
 * The response formats of {@link WhySlowEndpoint}: JSON for programs, Markdown for
 * terminals and agents, and a page for browsers.
 */
enum WhySlowFormat implements Producible<WhySlowFormat> {

	JSON("application/json"),

	MARKDOWN("text/markdown;charset=UTF-8"),

	// Last, because the endpoint selects the last acceptable format, and browsers accept
	// all formats.
	HTML("text/html;charset=UTF-8");

	private final MimeType mimeType;

	WhySlowFormat(String mimeType) {
		this.mimeType = MimeType.valueOf(mimeType);
	}

	@Override
	public MimeType getProducedMimeType() {
		return this.mimeType;
	}

	@Override
	public boolean isDefault() {
		return this == JSON;
	}

}
