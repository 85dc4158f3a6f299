package io.perfstarter.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation.Context;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.transport.SenderContext;
import org.jspecify.annotations.Nullable;

/**
 * Reports calls to other processes to listeners. Detects calls that are observed with a
 * {@link SenderContext}: calls of Spring's clients and of other clients instrumented with
 * Micrometer. Thread-safe.
 */
public final class RemoteCalls implements ObservationHandler<SenderContext<?>> {

	// Prefix of the observations of datasource-micrometer, which are database calls.
	private static final String JDBC = "jdbc.";

	// The observations of Spring Integration's channels. A channel to another process
	// sends with a template, which has its own observations.
	private static final String CHANNEL = "spring.integration.producer";

	private static final String NONE = "none";

	private static final Pattern AUTHORITY = Pattern.compile("://(?:[^/?#]*@)?([^/?#]+)");

	private static final Pattern QUERY = Pattern.compile("[?#]");

	private final List<RemoteCallListener> listeners;

	private final Set<String> ignored;

	/**
	 * Creates the handler.
	 * @param listeners the listeners, called in this order
	 * @param ignored the names of observations that are not remote calls
	 */
	public RemoteCalls(List<RemoteCallListener> listeners, Set<String> ignored) {
		this.listeners = List.copyOf(listeners);
		this.ignored = Set.copyOf(ignored);
	}

	@Override
	public boolean supportsContext(Context context) {
		// The name is set only when the observation starts.
		return context instanceof SenderContext;
	}

	private boolean isIgnored(@Nullable String name) {
		return name != null && (name.startsWith(JDBC) || name.equals(CHANNEL) || this.ignored.contains(name));
	}

	@Override
	public void onStart(SenderContext<?> context) {
		if (isIgnored(context.getName())) {
			return;
		}
		RemoteCall call = new RemoteCall(target(context), System.nanoTime());
		this.listeners.forEach((listener) -> listener.starting(call));
		// Keyed by this handler, because another handler may observe the same call.
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
	 * Uses the key values of the conventions of Spring and Feign; falls back to the name
	 * of the observation.
	 */
	private static String target(SenderContext<?> context) {
		List<String> parts = new ArrayList<>();
		add(parts, value(context, "method", "http.method"));
		String server = value(context, "client.name", "clientName");
		String uri = value(context, "uri", "http.url");
		if (server != null) {
			add(parts, withPort(server, context) + ((uri != null) ? path(uri) : ""));
		}
		else {
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
	 * Adds the port if the URL of the call has one. Reads nothing else of the URL, which
	 * may contain a secret.
	 */
	private static String withPort(String server, Context context) {
		KeyValue url = context.getHighCardinalityKeyValue("http.url");
		Matcher authority = AUTHORITY.matcher((url != null) ? url.getValue() : "");
		return (authority.find() && authority.group(1).startsWith(server + ":")) ? authority.group(1) : server;
	}

	/**
	 * Removes the query, which may contain a secret.
	 */
	private static String path(String uri) {
		String place = QUERY.split(uri, 2)[0];
		int server = place.indexOf("://");
		int path = place.indexOf('/', (server < 0) ? 0 : server + "://".length());
		return (path < 0) ? "" : place.substring(path);
	}

}
