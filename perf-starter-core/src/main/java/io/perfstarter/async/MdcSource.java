package io.perfstarter.async;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Propagates the diagnostic context of SLF4J.
 */
final class MdcSource implements ContextSource<Map<String, String>> {

	@Override
	public @Nullable Map<String, String> capture() {
		Map<String, String> current = current();
		return (current != null && !current.isEmpty()) ? current : null;
	}

	@Override
	public @Nullable Map<String, String> current() {
		return MDC.getCopyOfContextMap();
	}

	@Override
	public void set(Map<String, String> value) {
		MDC.setContextMap(value);
	}

	@Override
	public void restore(@Nullable Map<String, String> before) {
		if (before != null) {
			MDC.setContextMap(before);
		}
		else {
			MDC.clear();
		}
	}

}
