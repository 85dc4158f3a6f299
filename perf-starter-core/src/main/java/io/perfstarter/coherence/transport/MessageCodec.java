package io.perfstarter.coherence.transport;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.Batch;
import io.perfstarter.coherence.protocol.CoherenceNode;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.Event.Scope;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.protocol.PeerNetwork;
import io.perfstarter.coherence.protocol.PendingAges;
import io.perfstarter.coherence.protocol.Wire;
import io.perfstarter.peer.PeerAnswer;
import io.perfstarter.peer.PeerSender;
import io.perfstarter.peer.PeerTransport;
import io.perfstarter.peer.Refusal;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Encodes messages and responses as JSON: scalar ids with their type, no class names.
 * Ignores unknown fields, and rejects any other deviation. Connects the protocol with the
 * transport. Thread-safe.
 */
public final class MessageCodec implements Wire {

	static final int MAX_BODY = PeerTransport.MAX_BODY;

	private static final int PENDING = 8 * 1024;

	// The size of a message or a response without its events.
	private static final int ENVELOPE = 3 * 1024 + 2 * PENDING;

	private static final int LONGEST_ADDRESS = 1024;

	// The size of the braces, names and type around one id or one cache name.
	private static final int WRAPPING = 40;

	private static final String NULL = "null";

	private static final Set<MessageOutcome> ANSWERED = EnumSet.of(MessageOutcome.APPLIED, MessageOutcome.DUPLICATE,
			MessageOutcome.SELF, MessageOutcome.UNKNOWN_CACHE);

	private final JsonMapper json = JsonMapper
		.builder(JsonFactory.builder()
			.streamReadConstraints(StreamReadConstraints.builder()
				.maxNestingDepth(8)
				.maxDocumentLength(MAX_BODY)
				.maxStringLength(MAX_BODY)
				.maxNameLength(64)
				.maxNumberLength(20)
				.build())
			.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
			.build())
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
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
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		int escapes = text.chars().map((c) -> (c < 0x20) ? 5 : (c == '"' || c == '\\') ? 1 : 0).sum();
		// Half of a surrogate pair becomes another character.
		return new String(bytes, StandardCharsets.UTF_8).equals(text) ? WRAPPING + bytes.length + escapes
				: CANNOT_TRAVEL;
	}

	/**
	 * Returns a handler that decodes messages of peers, passes them to a node, and
	 * encodes its answers.
	 * @param node processes messages
	 * @param refusals receives the reason of each rejected message
	 * @return the handler, which is thread-safe
	 */
	public Function<byte[], PeerAnswer> handler(CoherenceNode node, Consumer<Refusal> refusals) {
		return (body) -> handle(body, node, refusals);
	}

	private PeerAnswer handle(byte[] body, CoherenceNode node, Consumer<Refusal> refusals) {
		try {
			Answer answer = node.receive(decodeMessage(body));
			return switch (answer.outcome()) {
				case MISDIRECTED -> refuse(Refusal.MISDIRECTED, null, refusals);
				case UNKNOWN_CACHE -> refuse(Refusal.UNKNOWN_CACHE, encode(answer), refusals);
				default -> new PeerAnswer(200, encode(answer));
			};
		}
		catch (MalformedMessageException ex) {
			return refuse(Refusal.MALFORMED, null, refusals);
		}
	}

	private static PeerAnswer refuse(Refusal refusal, byte @Nullable [] body, Consumer<Refusal> refusals) {
		refusals.accept(refusal);
		return new PeerAnswer(refusal.status(), body);
	}

	/**
	 * Returns a network whose messages a sender transports.
	 * @param sender sends encoded messages; the caller closes it
	 * @return the network, which is thread-safe
	 */
	public PeerNetwork network(PeerSender sender) {
		return (address, message) -> sender.send(address, () -> encode(message)).thenApply(this::answer);
	}

	Answer answer(PeerAnswer answer) {
		byte[] body = answer.body();
		int status = answer.status();
		MessageOutcome outcome = switch (status) {
			case 200, 422 -> MessageOutcome.FORGED;
			case 401, 403 -> MessageOutcome.UNAUTHORIZED;
			case 404 -> MessageOutcome.ABSENT;
			case 421 -> MessageOutcome.MISDIRECTED;
			default -> (status >= 500) ? MessageOutcome.UNREACHABLE : MessageOutcome.REFUSED;
		};
		return (outcome == MessageOutcome.FORGED && body != null) ? decodeAnswer(body)
				: Answer.of(outcome, new IOException("HTTP status " + status));
	}

	byte[] encode(Message message) {
		ObjectNode json = this.json.createObjectNode().put("origin", message.origin()).put("mark", message.mark());
		if (message.recipient() != null) {
			json.put("recipient", message.recipient().toString());
		}
		if (message.address() != null) {
			json.put("address", message.address().toString());
		}
		write(json.putObject("batch"), message.batch());
		if (message.pull() != null) {
			json.put("pull", message.pull());
		}
		if (message.lastDoubts() != null) {
			write(json.put("leaving", 1), "doubts", message.lastDoubts());
		}
		return this.json.writeValueAsBytes(json);
	}

	byte[] encode(Answer answer) {
		PendingAges pending = answer.pending();
		ObjectNode json = this.json.createObjectNode()
			.put("origin", answer.origin())
			.put("outcome", label(answer.outcome()))
			.put("age", answer.age())
			.put("mark", answer.mark())
			.put("pending", pending.every());
		write(json, "pendingCaches", pending.caches());
		write(json, "doubts", pending.doubts());
		if (answer.batch() != null) {
			write(json.putObject("batch"), answer.batch());
		}
		return this.json.writeValueAsBytes(json);
	}

	private static void write(ObjectNode json, Batch batch) {
		ArrayNode events = json.put("after", batch.after()).put("upTo", batch.upTo()).putArray("events");
		for (Event event : batch.events()) {
			ObjectNode written = events.addObject().put("cache", event.cache()).put("scope", label(event.scope()));
			if (event.scope() != Scope.ALL) {
				ArrayNode ids = written.putArray("ids");
				event.ids().forEach((id) -> write(ids.addObject(), id));
			}
		}
	}

	private static void write(ObjectNode json, @Nullable Object id) {
		if (id == null) {
			json.put("t", NULL);
			return;
		}
		IdType type = IdType.of(id);
		if (type == null) {
			throw new IllegalArgumentException("An id of type '%s' cannot be encoded".formatted(id.getClass()));
		}
		json.put("t", type.label()).put("v", id.toString());
	}

	private static void write(ObjectNode json, String name, Map<String, Long> ages) {
		if (!ages.isEmpty()) {
			ArrayNode written = json.putArray(name);
			ages.forEach((cache, age) -> written.addObject().put("cache", cache).put("age", age));
		}
	}

	Message decodeMessage(byte[] body) {
		return decode(body,
				(json) -> new Message(text(json, "origin"), address(json, "recipient"), address(json, "address"),
						batch(field(json, "batch", JsonNode::isObject)), number(json, "mark"),
						json.has("pull") ? number(json, "pull") : null,
						(json.has("leaving") && number(json, "leaving") >= 0) ? ages(json, "doubts") : null));
	}

	private static @Nullable URI address(JsonNode json, String name) {
		if (!json.has(name)) {
			return null;
		}
		String text = text(json, name);
		URI address = URI.create(text);
		boolean web = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
		if (!web || address.getHost() == null || text.length() > LONGEST_ADDRESS) {
			throw new IllegalArgumentException("Not an address");
		}
		return address;
	}

	private static Batch batch(JsonNode json) {
		List<Event> events = new ArrayList<>();
		field(json, "events", JsonNode::isArray).forEach((event) -> events.add(event(event)));
		return new Batch(number(json, "after"), number(json, "upTo"), events);
	}

	private static Event event(JsonNode json) {
		Scope scope = constant(text(json, "scope"), EnumSet.range(Scope.KEYS, Scope.ALL));
		List<@Nullable Object> ids = new ArrayList<>();
		if (scope != Scope.ALL) {
			field(json, "ids", JsonNode::isArray).forEach((id) -> ids.add(id(id)));
		}
		return new Event(text(json, "cache"), scope, ids);
	}

	private static @Nullable Object id(JsonNode json) {
		String label = text(json, "t");
		if (label.equals(NULL)) {
			return null;
		}
		IdType type = IdType.labelled(label);
		if (type == null) {
			throw new IllegalArgumentException("Unknown type");
		}
		return type.parse(text(json, "v"));
	}

	Answer decodeAnswer(byte[] body) {
		return decode(body,
				(json) -> new Answer(constant(text(json, "outcome"), ANSWERED), text(json, "origin"),
						json.has("age") ? number(json, "age") : 0, number(json, "mark"),
						new PendingAges(number(json, "pending"), ages(json, "pendingCaches"), ages(json, "doubts")),
						json.has("batch") ? batch(field(json, "batch", JsonNode::isObject)) : null));
	}

	private static Map<String, Long> ages(JsonNode json, String name) {
		Map<String, Long> caches = new HashMap<>();
		if (json.has(name)) {
			for (JsonNode cache : field(json, name, JsonNode::isArray)) {
				if (caches.put(text(cache, "cache"), number(cache, "age")) != null) {
					throw new IllegalArgumentException("A cache occurs twice");
				}
			}
		}
		if (caches.size() > PendingAges.MAX_CACHES) {
			throw new IllegalArgumentException("Too many caches");
		}
		return caches;
	}

	private <T> T decode(byte[] body, Function<JsonNode, T> reader) {
		try {
			return reader.apply(this.json.readTree(body));
		}
		catch (JacksonException | IllegalArgumentException | DateTimeException | ArithmeticException ex) {
			throw new MalformedMessageException(ex);
		}
	}

	private static String text(JsonNode json, String name) {
		return field(json, name, JsonNode::isString).stringValue();
	}

	private static long number(JsonNode json, String name) {
		return field(json, name,
				(number) -> number.isIntegralNumber() && number.canConvertToLong() && number.longValue() >= 0)
			.longValue();
	}

	private static JsonNode field(JsonNode json, String name, Predicate<JsonNode> valid) {
		JsonNode value = json.get(name);
		if (value == null || !valid.test(value)) {
			throw new IllegalArgumentException("'%s' is missing or has a wrong value".formatted(name));
		}
		return value;
	}

	private static <E extends Enum<E>> E constant(String label, Set<E> constants) {
		return constants.stream()
			.filter((constant) -> label(constant).equals(label))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("Unknown value"));
	}

	private static String label(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT);
	}

	/**
	 * Thrown if bytes are not a valid message or response.
	 */
	static final class MalformedMessageException extends RuntimeException {

		private MalformedMessageException(Throwable cause) {
			super(cause);
		}

	}

}
