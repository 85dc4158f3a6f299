package io.perfstarter.reporting.autoconfigure;

import org.springframework.boot.actuate.endpoint.Producible;
import org.springframework.util.MimeType;

/**
 * How {@link WhySlowEndpoint} answers: programs get JSON, browsers get a page.
 */
enum WhySlowFormat implements Producible<WhySlowFormat> {

	JSON("application/json"),

	// Last, because the last that a caller accepts is taken, and browsers accept all.
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
