package io.perfstarter.sample.token;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the token-service.
 *
 * @param delay Time that an answer takes.
 */
@ConfigurationProperties("sample.token")
record TokenProperties(@DefaultValue("50ms") Duration delay) {
}
