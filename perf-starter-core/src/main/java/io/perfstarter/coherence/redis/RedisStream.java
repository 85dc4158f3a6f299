package io.perfstarter.coherence.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

import io.perfstarter.coherence.log.LogUnavailableException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisScriptingCommands;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.connection.stream.ByteRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * A stream in Redis, by Spring Data Redis. All keys have the same hash tag, so that a
 * cluster keeps them together. Waits on a separate connection.
 */
public final class RedisStream implements LogStream {

	private static final RedisScript<?> APPEND = RedisScript.of(RedisScripts.APPEND);

	private static final RedisScript<?> CERTIFY = RedisScript.of(RedisScripts.CERTIFY);

	private static final RedisScript<?> LEAVE = RedisScript.of(RedisScripts.LEAVE);

	private static final String LENGTH = "100000";

	private static final Duration POLL = Duration.ofMillis(100);

	// The number of parts of an answer before the entries.
	private static final int HEAD = 5;

	private final RedisConnectionFactory redis;

	private final StreamSettings settings;

	private final byte[] stream;

	private final byte[] claims;

	private final byte[] seen;

	private final byte[] state;

	// Guarded by this.
	private @Nullable RedisConnection waiting;

	/**
	 * Creates a stream, which connects when it is used.
	 * @param redis opens connections
	 * @param settings the settings
	 */
	public RedisStream(RedisConnectionFactory redis, StreamSettings settings) {
		this.redis = redis;
		this.settings = settings;
		this.stream = key("stream");
		this.claims = key("claims");
		this.seen = key("seen");
		this.state = key("state");
	}

	private byte[] key(String name) {
		return bytes("perf-starter:{%s}:%s".formatted(this.settings.service(), name));
	}

	@Override
	public LogStream.Certificate certify(LogStream.Claim claim) {
		Long after = claim.after();
		List<Object> answer = execute(CERTIFY, List.of(this.stream, this.claims, this.seen, this.state), claim.member(),
				claim.epoch(), Long.toString(claim.upTo()), Long.toString(claim.expected()),
				(after != null) ? after.toString() : "", micros(this.settings.departure()),
				UUID.randomUUID().toString(), LENGTH, Integer.toString(MAX_ENTRIES));
		String lowest = text(answer.get(2));
		List<LogStream.StreamEntry> entries = new ArrayList<>();
		for (int part = HEAD; part < answer.size(); part += 3) {
			entries.add(entry(text(answer.get(part)), text(answer.get(part + 1)), text(answer.get(part + 2))));
		}
		return new LogStream.Certificate(text(answer.get(0)), Long.parseLong(text(answer.get(1))),
				lowest.isEmpty() ? null : (long) Double.parseDouble(lowest), ((Number) answer.get(3)).intValue(),
				number(text(answer.get(4))), entries);
	}

	@Override
	@SuppressWarnings("unchecked")
	public List<LogStream.StreamEntry> await(long after, Duration wait) {
		StreamReadOptions options = StreamReadOptions.empty().count(MAX_ENTRIES);
		if (this.settings.blocking()) {
			options = options.block(shorter(wait, this.settings.longestWait()));
		}
		else {
			pause(shorter(wait, POLL));
		}
		RedisConnection connection = waiting();
		try {
			List<ByteRecord> records = connection.streamCommands()
				.xRead(options, StreamOffset.create(this.stream, ReadOffset.from("0-" + after)));
			return (records != null) ? records.stream().map(RedisStream::read).toList() : List.of();
		}
		catch (RuntimeException ex) {
			close();
			throw unavailable(ex);
		}
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) < 0) ? one : other;
	}

	private static void pause(Duration time) {
		try {
			Thread.sleep(time.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new LogUnavailableException("The wait for evictions was interrupted", ex);
		}
	}

	private synchronized RedisConnection waiting() {
		RedisConnection connection = this.waiting;
		if (connection == null) {
			connection = open();
			this.waiting = connection;
		}
		return connection;
	}

	private RedisConnection open() {
		try {
			return this.redis.getConnection();
		}
		catch (RuntimeException ex) {
			throw unavailable(ex);
		}
	}

	private static LogStream.StreamEntry read(ByteRecord entry) {
		return entry.getValue()
			.entrySet()
			.stream()
			.findFirst()
			.map((field) -> entry(entry.getId().getValue(), text(field.getKey()), text(field.getValue())))
			.orElseThrow();
	}

	private static LogStream.StreamEntry entry(String id, String field, String value) {
		return new LogStream.StreamEntry(number(id), field.equals("evictions") ? value : null);
	}

	@Override
	public void append(String evictions) {
		execute(APPEND, List.of(this.stream), evictions, LENGTH);
	}

	@Override
	public void leave(String member) {
		execute(LEAVE, List.of(this.claims, this.seen), member);
	}

	private List<Object> execute(RedisScript<?> script, List<byte[]> keys, String... arguments) {
		byte[][] keysAndArguments = Stream.concat(keys.stream(), Arrays.stream(arguments).map(RedisStream::bytes))
			.toArray(byte[][]::new);
		return call((connection) -> {
			List<Object> answer = evaluate(connection.scriptingCommands(), script, keys.size(), keysAndArguments);
			return (answer != null) ? answer : List.of();
		});
	}

	/**
	 * Sends the digest of a script, and then its text if the server does not know it.
	 */
	private static @Nullable List<Object> evaluate(RedisScriptingCommands commands, RedisScript<?> script, int keys,
			byte[][] keysAndArguments) {
		try {
			return commands.evalSha(script.getSha1(), ReturnType.MULTI, keys, keysAndArguments);
		}
		catch (RuntimeException ex) {
			if (!String.valueOf(NestedExceptionUtils.getMostSpecificCause(ex).getMessage()).startsWith("NOSCRIPT")) {
				throw ex;
			}
			return commands.eval(bytes(script.getScriptAsString()), ReturnType.MULTI, keys, keysAndArguments);
		}
	}

	private <T> T call(Function<RedisConnection, T> work) {
		try (RedisConnection connection = open()) {
			return work.apply(connection);
		}
		catch (LogUnavailableException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			throw unavailable(ex);
		}
	}

	private static LogUnavailableException unavailable(RuntimeException cause) {
		return new LogUnavailableException(
				"Redis cannot be used: " + NestedExceptionUtils.getMostSpecificCause(cause).getMessage(), cause);
	}

	private static String micros(Duration duration) {
		return Long.toString(duration.toNanos() / 1_000);
	}

	private static long number(String id) {
		return Long.parseLong(id.substring(id.indexOf('-') + 1));
	}

	private static String text(@Nullable Object bytes) {
		return (bytes instanceof byte[] array) ? new String(array, StandardCharsets.UTF_8) : "";
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public synchronized void close() {
		RedisConnection connection = this.waiting;
		this.waiting = null;
		if (connection != null) {
			try {
				connection.close();
			}
			catch (RuntimeException ex) {
				// The connection has failed already.
			}
		}
	}

	/**
	 * The settings of a {@link RedisStream}.
	 *
	 * @param service the name of the service, whose instances share the stream
	 * @param departure the time without a claim after which a member is removed; all
	 * members learn of the removal
	 * @param longestWait the maximum time to wait for entries at once, shorter than the
	 * timeout of the client
	 * @param blocking whether the server keeps the client waiting for entries; otherwise
	 * the client asks again and again
	 */
	public record StreamSettings(String service, Duration departure, Duration longestWait, boolean blocking) {
	}

}
