package io.perfstarter.coherence.transport;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.Batch;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.Event.Scope;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.protocol.PendingAges;
import io.perfstarter.coherence.protocol.Wire;
import io.perfstarter.peer.PeerTransport;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Encodes messages and responses as JSON: scalar ids with their type, no class names.
 * Unknown fields are ignored; any other deviation is rejected.
 */
public final class MessageCodec implements Wire {

	static final int MAX_BODY = PeerTransport.MAX_BODY;

	private static final int PENDING = 8 * 1024;

	// The size of a message or a response without its events.
	private static final int ENVELOPE = 3 * 1024 + 2 * PENDING;

	private static final int LONGEST_ADDRESS = 1024;

	// The size of the braces, names and type around one id or one cache name.
	private static final int WRAPPING = 40;

	private static final Set<MessageOutcome> ANSWERED = EnumSet.of(MessageOutcome.APPLIED, MessageOutcome.DUPLICATE,
			MessageOutcome.SELF, MessageOutcome.UNKNOWN_CACHE);

	private final JsonFactory json = JsonFactory.builder()
		.streamReadConstraints(StreamReadConstraints.builder()
			.maxNestingDepth(8)
			.maxDocumentLength(MAX_BODY)
			.maxStringLength(MAX_BODY)
			.maxNameLength(64)
			.maxNumberLength(20)
			.build())
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.build();

	@Override
	public int capacity() {
		return MAX_BODY - ENVELOPE;
	}

	@Override
	public int pendingCapacity() {
		return PENDING;
	}

	@Override
	public int weight(@Nullable Object id) {
		if (id == null) {
			return WRAPPING;
		}
		IdType type = IdType.of(id);
		String text = (type != null) ? id.toString() : "";
		if (type == null || !type.allows(text)) {
			return CANNOT_TRAVEL;
		}
		int weight = WRAPPING;
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
				i++;
				weight += 4;
			}
			else if (Character.isSurrogate(c)) {
				return CANNOT_TRAVEL;
			}
			else {
				weight += weight(c);
			}
		}
		return weight;
	}

	private static int weight(char c) {
		if (c < 0x20) {
			return 6;
		}
		if (c < 0x80) {
			return (c == '"' || c == '\\') ? 2 : 1;
		}
		return (c < 0x800) ? 2 : 3;
	}

	byte[] encode(Message message) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
		try (JsonGenerator out = this.json.createGenerator(ObjectWriteContext.empty(), bytes)) {
			out.writeStartObject();
			out.writeStringProperty("origin", message.origin());
			if (message.recipient() != null) {
				out.writeStringProperty("recipient", message.recipient().toString());
			}
			if (message.address() != null) {
				out.writeStringProperty("address", message.address().toString());
			}
			write(out, message.batch());
			out.writeNumberProperty("mark", message.mark());
			if (message.pull() != null) {
				out.writeNumberProperty("pull", message.pull());
			}
			if (message.lastDoubts() != null) {
				out.writeNumberProperty("leaving", 1);
				write(out, "doubts", message.lastDoubts());
			}
			out.writeEndObject();
		}
		return bytes.toByteArray();
	}

	private void write(JsonGenerator out, Batch batch) {
		out.writeObjectPropertyStart("batch");
		out.writeNumberProperty("after", batch.after());
		out.writeNumberProperty("upTo", batch.upTo());
		out.writeArrayPropertyStart("events");
		for (Event event : batch.events()) {
			write(out, event);
		}
		out.writeEndArray();
		out.writeEndObject();
	}

	private void write(JsonGenerator out, Event event) {
		out.writeStartObject();
		out.writeStringProperty("cache", event.cache());
		out.writeStringProperty("scope", label(event.scope()));
		if (event.scope() != Scope.ALL) {
			out.writeArrayPropertyStart("ids");
			for (Object id : event.ids()) {
				write(out, id);
			}
			out.writeEndArray();
		}
		out.writeEndObject();
	}

	private void write(JsonGenerator out, @Nullable Object id) {
		out.writeStartObject();
		if (id == null) {
			out.writeStringProperty("t", "null");
		}
		else {
			IdType type = IdType.of(id);
			if (type == null) {
				throw new IllegalArgumentException("An id of type '%s' cannot be encoded".formatted(id.getClass()));
			}
			out.writeStringProperty("t", type.label());
			out.writeStringProperty("v", id.toString());
		}
		out.writeEndObject();
	}

	byte[] encode(Answer answer) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
		try (JsonGenerator out = this.json.createGenerator(ObjectWriteContext.empty(), bytes)) {
			out.writeStartObject();
			out.writeStringProperty("origin", answer.origin());
			out.writeStringProperty("outcome", label(answer.outcome()));
			out.writeNumberProperty("age", answer.age());
			out.writeNumberProperty("mark", answer.mark());
			write(out, answer.pending());
			if (answer.batch() != null) {
				write(out, answer.batch());
			}
			out.writeEndObject();
		}
		return bytes.toByteArray();
	}

	private void write(JsonGenerator out, PendingAges pending) {
		out.writeNumberProperty("pending", pending.every());
		write(out, "pendingCaches", pending.caches());
		write(out, "doubts", pending.doubts());
	}

	private static void write(JsonGenerator out, String name, Map<String, Long> ages) {
		if (!ages.isEmpty()) {
			out.writeArrayPropertyStart(name);
			ages.forEach((cache, age) -> {
				out.writeStartObject();
				out.writeStringProperty("cache", cache);
				out.writeNumberProperty("age", age);
				out.writeEndObject();
			});
			out.writeEndArray();
		}
	}

	Message decodeMessage(byte[] body) {
		return decode(body,
				(message) -> new Message(field(message, "origin", String.class),
						address(optional(message, "recipient", String.class)),
						address(optional(message, "address", String.class)), batch(field(message, "batch", Map.class)),
						number(message, "mark"),
						(optional(message, "pull", Long.class) != null) ? number(message, "pull") : null,
						(optional(message, "leaving", Long.class) != null) ? ages(message, "doubts") : null));
	}

	private static @Nullable URI address(@Nullable String text) {
		if (text == null) {
			return null;
		}
		URI address = URI.create(text);
		boolean web = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
		if (!web || address.getHost() == null || text.length() > LONGEST_ADDRESS) {
			throw new MalformedMessageException("Not an address");
		}
		return address;
	}

	private static Batch batch(@Nullable Object batch) {
		List<Event> events = new ArrayList<>();
		for (Object event : field(batch, "events", List.class)) {
			events.add(event(event));
		}
		return new Batch(number(batch, "after"), number(batch, "upTo"), events);
	}

	private static long number(@Nullable Object object, String name) {
		long number = field(object, name, Long.class);
		if (number < 0) {
			throw new MalformedMessageException("'%s' is negative".formatted(name));
		}
		return number;
	}

	private static Event event(@Nullable Object event) {
		String cache = field(event, "cache", String.class);
		Scope scope = constant(field(event, "scope", String.class), EnumSet.range(Scope.KEYS, Scope.ALL));
		List<@Nullable Object> ids = new ArrayList<>();
		if (scope != Scope.ALL) {
			for (Object id : field(event, "ids", List.class)) {
				ids.add(id(id));
			}
		}
		return new Event(cache, scope, ids);
	}

	private static @Nullable Object id(@Nullable Object id) {
		String label = field(id, "t", String.class);
		if (label.equals("null")) {
			return null;
		}
		IdType type = IdType.labelled(label);
		if (type == null) {
			throw new MalformedMessageException("Unknown type");
		}
		return type.parse(field(id, "v", String.class));
	}

	Answer decodeAnswer(byte[] body) {
		return decode(body, (answer) -> {
			Object batch = optional(answer, "batch", Map.class);
			return new Answer(constant(field(answer, "outcome", String.class), ANSWERED),
					field(answer, "origin", String.class),
					(optional(answer, "age", Long.class) != null) ? number(answer, "age") : 0, number(answer, "mark"),
					pending(answer), (batch != null) ? batch(batch) : null);
		});
	}

	private static PendingAges pending(@Nullable Object answer) {
		return new PendingAges(number(answer, "pending"), ages(answer, "pendingCaches"), ages(answer, "doubts"));
	}

	private static Map<String, Long> ages(@Nullable Object answer, String name) {
		List<?> named = optional(answer, name, List.class);
		Map<String, Long> caches = new HashMap<>();
		for (Object cache : (named != null) ? named : List.of()) {
			if (caches.put(field(cache, "cache", String.class), number(cache, "age")) != null) {
				throw new MalformedMessageException("A cache occurs twice");
			}
		}
		if (caches.size() > PendingAges.MAX_CACHES) {
			throw new MalformedMessageException("Too many caches");
		}
		return caches;
	}

	private <T> T decode(byte[] body, Function<@Nullable Object, T> reader) {
		try (JsonParser in = this.json.createParser(ObjectReadContext.empty(), body)) {
			in.nextToken();
			Object value = value(in);
			if (in.nextToken() != null) {
				throw new MalformedMessageException("Content after the message");
			}
			return reader.apply(value);
		}
		catch (JacksonException | IllegalArgumentException | DateTimeException | ArithmeticException ex) {
			throw new MalformedMessageException(ex);
		}
	}

	/**
	 * Reads the value at the current token: a map, a list, a string or an integer, or the
	 * token itself for any other kind.
	 */
	private static @Nullable Object value(JsonParser in) {
		JsonToken token = in.currentToken();
		if (token == JsonToken.START_OBJECT) {
			Map<String, @Nullable Object> object = new HashMap<>();
			for (String name = in.nextName(); name != null; name = in.nextName()) {
				in.nextToken();
				object.put(name, value(in));
			}
			return object;
		}
		if (token == JsonToken.START_ARRAY) {
			List<@Nullable Object> array = new ArrayList<>();
			while (in.nextToken() != JsonToken.END_ARRAY) {
				array.add(value(in));
			}
			return array;
		}
		if (token == JsonToken.VALUE_STRING) {
			return in.getString();
		}
		return (token == JsonToken.VALUE_NUMBER_INT
				&& (in.getNumberType() == NumberType.INT || in.getNumberType() == NumberType.LONG))
						? (Object) in.getLongValue() : token;
	}

	private static <T> T field(@Nullable Object object, String name, Class<T> type) {
		T value = optional(object, name, type);
		if (value == null) {
			throw new MalformedMessageException("'%s' is missing".formatted(name));
		}
		return value;
	}

	private static <T> @Nullable T optional(@Nullable Object object, String name, Class<T> type) {
		Object value = (object instanceof Map<?, ?> fields) ? fields.get(name) : null;
		if (value != null && !type.isInstance(value)) {
			throw new MalformedMessageException("'%s' has the wrong type".formatted(name));
		}
		return type.cast(value);
	}

	private static <E extends Enum<E>> E constant(String label, Set<E> constants) {
		return constants.stream()
			.filter((constant) -> label(constant).equals(label))
			.findFirst()
			.orElseThrow(() -> new MalformedMessageException("Unknown value"));
	}

	private static String label(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT);
	}

}
