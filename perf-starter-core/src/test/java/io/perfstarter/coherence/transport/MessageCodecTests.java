package io.perfstarter.coherence.transport;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.Outcome;
import io.perfstarter.coherence.protocol.Wire;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

/**
 * Tests for {@link MessageCodec}.
 */
class MessageCodecTests {

	private final MessageCodec codec = new MessageCodec();

	static Stream<@Nullable Object> ids() {
		return Stream.of(null, "", "null", "a \"quoted\" \\ \n \u0000 ü 漢 😀", 42, 42L, Long.MIN_VALUE, (short) 42,
				(byte) 42, 'x', '"', true, false, 4.2, Double.NaN, Double.NEGATIVE_INFINITY, -0.0, Double.MIN_VALUE,
				4.2f, Float.MAX_VALUE, new BigInteger("-123456789012345678901234567890"), new BigDecimal("1.00"),
				new BigDecimal("1E+1000"), new UUID(1, -2), LocalDate.of(2024, 3, 1), LocalDate.MIN, LocalDateTime.MAX,
				LocalDateTime.of(2024, 3, 1, 0, 0), Instant.MIN, Instant.MAX, Instant.ofEpochSecond(1, 1));
	}

	@ParameterizedTest
	@MethodSource("ids")
	void idComesBackEqualAndOfItsType(@Nullable Object id) {
		Message message = new Message("origin", 1, List.of(Event.keys("tickets", Arrays.asList(id, "x"))));
		byte[] bytes = this.codec.encode(message);
		assertThat(this.codec.decodeMessage(bytes)).isEqualTo(message);
	}

	@ParameterizedTest
	@MethodSource("ids")
	void weighsNoLessThanItsBytes(@Nullable Object id) {
		int without = this.codec.encode(new Message("o", 1, List.of(Event.keys("c", List.of("x"))))).length;
		int with = this.codec.encode(new Message("o", 1, List.of(Event.keys("c", Arrays.asList(id, "x"))))).length;
		assertThat(this.codec.weight(id)).isGreaterThanOrEqualTo(with - without);
	}

	@Test
	void eventsOfEveryScopeComeBack() {
		Message message = new Message("origin", Long.MAX_VALUE,
				List.of(Event.keys("a", List.of(1, 2)), Event.groups("b", Arrays.asList(1L, null)), Event.all("c")));
		assertThat(this.codec.decodeMessage(this.codec.encode(message))).isEqualTo(message);
		Message greeting = new Message("origin", 1, List.of());
		assertThat(this.codec.decodeMessage(this.codec.encode(greeting))).isEqualTo(greeting);
	}

	@ParameterizedTest
	@MethodSource
	void idCannotTravel(Object id) {
		assertThat(this.codec.weight(id)).isEqualTo(Wire.CANNOT_TRAVEL);
	}

	static Stream<Object> idCannotTravel() {
		return Stream.of(new Object(), List.of(1), Outcome.APPLIED, new int[] { 1 }, "lone \ud83d surrogate", '\ude00',
				new java.sql.Timestamp(0), BigInteger.TEN.pow(1_001));
	}

	@Test
	void fullMessageStaysBelowTheLimit() {
		// The longest type name and the most bytes for a character of the text.
		String key = "\u0001".repeat(100);
		int keys = this.codec.capacity() / this.codec.weight(key);
		Message message = new Message(UUID.randomUUID().toString(), Long.MAX_VALUE,
				List.of(Event.groups("c", java.util.Collections.nCopies(keys, key))));
		assertThat(this.codec.encode(message)).hasSizeLessThanOrEqualTo(MessageCodec.MAX_BODY);
	}

	@Test
	void unknownFieldsAreIgnored() {
		assertThat(decode("{\"new\":{\"a\":[1.5,null,99999999999999999999]},\"origin\":\"o\",\"id\":1,\"events\":["
				+ "{\"cache\":\"c\",\"seq\":7,\"scope\":\"keys\",\"ids\":[{\"t\":\"int\",\"t2\":1,\"t\":\"x\"}]}]}",
				true))
			.isNull();
		assertThat(decode("{\"new\":{\"a\":[1.5,null]},\"origin\":\"o\",\"id\":1,\"events\":["
				+ "{\"cache\":\"c\",\"seq\":7,\"scope\":\"keys\",\"ids\":[{\"t\":\"long\",\"v\":\"4\",\"w\":true}]}]}",
				false))
			.isEqualTo(new Message("o", 1, List.of(Event.keys("c", List.of(4L)))));
	}

	private @Nullable Message decode(String json, boolean malformed) {
		byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
		if (malformed) {
			assertThatExceptionOfType(MalformedMessageException.class)
				.isThrownBy(() -> this.codec.decodeMessage(bytes));
			return null;
		}
		return this.codec.decodeMessage(bytes);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "null", "[]", "{}", "\"x\"", "{\"origin\":\"o\",\"id\":1}",
			"{\"origin\":\"o\",\"id\":1,\"events\":[]} {}", "{\"origin\":\"o\",\"id\":\"1\",\"events\":[]}",
			"{\"origin\":\"o\",\"id\":1.5,\"events\":[]}",
			"{\"origin\":\"o\",\"id\":9223372036854775808,\"events\":[]}",
			"{\"origin\":\"o\",\"origin\":\"p\",\"id\":1,\"events\":[]}", "{\"origin\":null,\"id\":1,\"events\":[]}",
			"{\"origin\":\"o\",\"id\":1,\"events\":[null]}",
			"{\"origin\":\"o\",\"id\":1,\"events\":[{\"cache\":\"c\",\"scope\":\"KEYS\",\"ids\":[]}]}",
			"{\"origin\":\"o\",\"id\":1,\"events\":[{\"cache\":\"c\",\"scope\":\"keys\"}]}",
			"{\"origin\":\"o\",\"id\":1,\"events\":[{\"cache\":\"c\",\"scope\":\"keys\",\"ids\":[1]}]}",
			"{\"origin\":\"o\",\"id\":1,\"events\":[{\"cache\":\"c\",\"scope\":\"keys\",\"ids\":[{\"t\":\"java.lang.String\",\"v\":\"\"}]}]}",
			"{\"origin\":\"o\",\"id\":1,\"events\":[{\"cache\":\"c\",\"scope\":\"keys\",\"ids\":[{\"t\":\"long\",\"v\":\"x\"}]}]}",
			"{\"origin\":\"o\",\"id\":1,\"events\":[{\"cache\":\"c\",\"scope\":\"keys\",\"ids\":[{\"t\":\"boolean\",\"v\":\"TRUE\"}]}]}",
			"{\"origin\":\"o\",\"id\":1,\"events\":[{\"cache\":\"c\",\"scope\":\"keys\",\"ids\":[{\"t\":\"instant\",\"v\":\"now\"}]}]}",
			"{\"origin\":\"o\",\"id\":1,\"events\":[{\"cache\":\"c\",\"scope\":\"keys\",\"ids\":[{\"t\":\"character\",\"v\":\"\"}]}]}",
			"{\"x\":[[[[[[[[[[[[]]]]]]]]]]]],\"origin\":\"o\",\"id\":1,\"events\":[]}" })
	void malformedIsRefused(String json) {
		decode(json, true);
	}

	@Test
	void longNumberIsRefusedBeforeItIsRead() {
		decode("{\"origin\":\"o\",\"id\":1,\"events\":[{\"cache\":\"c\",\"scope\":\"keys\",\"ids\":["
				+ "{\"t\":\"biginteger\",\"v\":\"" + "9".repeat(60_000) + "\"}]}]}", true);
	}

	@Test
	void damagedBytesGiveAMessageOrAreRefused() {
		long seed = System.nanoTime();
		Random random = new Random(seed);
		byte[] genuine = this.codec.encode(new Message("origin", 12, List.of(Event.keys("tickets", ids().toList()),
				Event.groups("zones", List.of(1, "two")), Event.all("members"))));
		for (int round = 0; round < 20_000; round++) {
			byte[] damaged = Arrays.copyOf(genuine, 1 + random.nextInt(genuine.length));
			for (int i = random.nextInt(4); i >= 0; i--) {
				damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
			}
			try {
				this.codec.decodeMessage(damaged);
			}
			catch (MalformedMessageException ex) {
				// As it should be.
			}
			catch (RuntimeException | StackOverflowError ex) {
				fail("Seed " + seed + ", round " + round, ex);
			}
		}
	}

	@Test
	void answerComesBack() {
		Answer answer = new Answer(Outcome.UNKNOWN_CACHE, "origin");
		assertThat(this.codec.decodeAnswer(this.codec.encode(answer))).isEqualTo(answer);
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"outcome\":\"applied\"}", "{\"origin\":\"o\",\"outcome\":\"unreachable\"}",
			"{\"origin\":\"o\",\"outcome\":\"APPLIED\"}" })
	void malformedAnswerIsRefused(String json) {
		assertThatExceptionOfType(MalformedMessageException.class)
			.isThrownBy(() -> this.codec.decodeAnswer(json.getBytes(StandardCharsets.UTF_8)));
	}

}
