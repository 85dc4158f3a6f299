package io.perfstarter.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation.Context;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.transport.SenderContext;
import org.jspecify.annotations.Nullable;

/**
 * Sees all calls that are observed with a {@link SenderContext}, which those of the
 * clients of Spring are, and those of others that report to Micrometer. Thread-safe.
 */
public final class RemoteCalls implements ObservationHandler<SenderContext<?>> {

	/**
	 * That of datasource-micrometer, whose calls are those of a connection.
	 */
	private static final String JDBC = "jdbc.";

	private static final String NONE = "none";

	private final List<RemoteCallListener> listeners;

	private final Set<String> ignored;

	/**
	 * Takes who hears.
	 * @param listeners who hears, in this order
	 * @param ignored the names of observations that are no remote calls
	 */
	public RemoteCalls(List<RemoteCallListener> listeners, Set<String> ignored) {
		this.listeners = List.copyOf(listeners);
		this.ignored = Set.copyOf(ignored);
	}

	@Override
	public boolean supportsContext(Context context) {
		// Not by name, which it gets only when it is started.
		return context instanceof SenderContext;
	}

	private boolean isIgnored(@Nullable String name) {
		return name != null && (name.startsWith(JDBC) || this.ignored.contains(name));
	}

	@Override
	public void onStart(SenderContext<?> context) {
		if (isIgnored(context.getName())) {
			return;
		}
		RemoteCall call = new RemoteCall(target(context), System.nanoTime());
		this.listeners.forEach((listener) -> listener.starting(call));
		// By this, because others may hear of the same call.
		context.put(this, call);
	}

	@Override
	public void onStop(SenderContext<?> context) {
		RemoteCall call = context.get(this);
		if (call != null) {
			this.listeners.forEach((listener) -> listener.ended(call));
		}
	}

	/**
	 * By the key values of Spring's conventions, and of Feign's; what has none of them
	 * goes by its name.
	 */
	private static String target(SenderContext<?> context) {
		List<String> parts = new ArrayList<>();
		add(parts, value(context, "method", "http.method"));
		String server = value(context, "client.name", "clientName");
		String uri = value(context, "uri", "http.url");
		add(parts, (server != null && uri != null) ? server + path(uri) : server);
		if (server == null) {
			add(parts, context.getRemoteServiceName());
			add(parts, value(context, "messaging.destination.name", "spring.kafka.template.name"));
		}
		return (!parts.isEmpty()) ? String.join(" ", parts) : String.valueOf(context.getName());
	}

	private static void add(List<String> parts, @Nullable String part) {
		if (part != null) {
			parts.add(part);
		}
	}

	private static @Nullable String value(Context context, String key, String otherKey) {
		KeyValue pair = context.getLowCardinalityKeyValue(key);
		KeyValue known = (pair != null) ? pair : context.getLowCardinalityKeyValue(otherKey);
		return (known == null || NONE.equals(known.getValue())) ? null : known.getValue();
	}

	/**
	 * Without the query, which may have a secret written into it.
	 */
	private static String path(String uri) {
		int server = uri.indexOf("://");
		int path = uri.indexOf('/', (server < 0) ? 0 : server + "://".length());
		int query = uri.indexOf('?');
		return (path < 0) ? "" : uri.substring(path, (query > path) ? query : uri.length());
	}

}
