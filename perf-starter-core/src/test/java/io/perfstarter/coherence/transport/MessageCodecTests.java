package io.perfstarter.coherence.transport;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.Batch;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.protocol.PendingAges;
import io.perfstarter.coherence.protocol.Wire;
import io.perfstarter.coherence.transport.MessageCodec.MalformedMessageException;
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

	private static final URI ADDRESS = URI.create("http://a:1/p");

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
		Message message = message(Event.keys("tickets", Arrays.asList(id, "x")));
		byte[] bytes = this.codec.encode(message);
		assertThat(this.codec.decodeMessage(bytes)).isEqualTo(message);
	}

	@ParameterizedTest
	@MethodSource("ids")
	void weighsNoLessThanItsBytes(@Nullable Object id) {
		int without = this.codec.encode(message(Event.keys("c", List.of("x")))).length;
		int with = this.codec.encode(message(Event.keys("c", Arrays.asList(id, "x")))).length;
		assertThat(this.codec.weight(id)).isGreaterThanOrEqualTo(with - without);
	}

	@ParameterizedTest
	@MethodSource
	void messageComesBack(Message message) {
		assertThat(this.codec.decodeMessage(this.codec.encode(message))).isEqualTo(message);
	}

	static Stream<Message> messageComesBack() {
		Batch none = new Batch(0, 0, List.of());
		Batch some = new Batch(3, Long.MAX_VALUE, List.of(Event.keys("a", List.of(1, 2)),
				Event.groups("b", Arrays.asList(1L, null)), Event.all("c"), Event.keys("d", List.of())));
		return Stream.of(new Message("origin", null, null, none, 0, null, false),
				new Message("origin", ADDRESS, ADDRESS, none, 0, 0L, false), new Message("", null,
						URI.create("https://[::1]:8443/a%20b?c=d"), some, Long.MAX_VALUE, Long.MAX_VALUE, true),
				new Message("origin", null, null, some, Long.MAX_VALUE, null, true));
	}

	@ParameterizedTest
	@MethodSource
	void idCannotTravel(Object id) {
		assertThat(this.codec.weight(id)).isEqualTo(Wire.CANNOT_TRAVEL);
	}

	static Stream<Object> idCannotTravel() {
		return Stream.of(new Object(), List.of(1), MessageOutcome.APPLIED, new int[] { 1 }, "lone \ud83d surrogate",
				'\ude00', new java.sql.Timestamp(0), BigInteger.TEN.pow(1_001));
	}

	@Test
	void fullMessageStaysBelowTheLimit() {
		// The longest type name and the most bytes for a character of the text.
		String key = "\u0001".repeat(100);
		int keys = this.codec.capacity() / this.codec.weight(key);
		List<Event> events = List.of(Event.groups("c", Collections.nCopies(keys, key)));
		Batch batch = new Batch(Long.MAX_VALUE - 1, Long.MAX_VALUE, events);
		String origin = UUID.randomUUID().toString();
		URI address = URI.create("https://" + "x".repeat(1_015) + "/");
		assertThat(
				this.codec.encode(new Message(origin, address, address, batch, Long.MAX_VALUE, Long.MAX_VALUE, true)))
			.hasSizeLessThanOrEqualTo(MessageCodec.MAX_BODY);
		assertThat(this.codec.encode(new Answer(MessageOutcome.UNKNOWN_CACHE, origin, Long.MAX_VALUE, Long.MAX_VALUE,
				largestPending(), batch)))
			.hasSizeLessThanOrEqualTo(MessageCodec.MAX_BODY);
	}

	/**
	 * What the weights allow must fit, whatever the ids and names are.
	 */
	@Test
	void eventsOfNoMoreThanTheCapacityStayBelowTheLimit() {
		long seed = System.nanoTime();
		Random random = new Random(seed);
		for (int round = 0; round < 100; round++) {
			List<Event> events = new ArrayList<>();
			int longest = 1 << random.nextInt(12);
			int most = 1 + random.nextInt(200);
			for (int room = this.codec.capacity(); room > 0;) {
				Event event = event(random, longest, most);
				room -= this.codec.weight(event.cache());
				for (Object id : event.ids()) {
					room -= this.codec.weight(id);
				}
				if (room >= 0) {
					events.add(event);
				}
			}
			Message message = new Message(UUID.randomUUID().toString(), null, ADDRESS, new Batch(1, 2, events), 2, 1L,
					true);
			byte[] body = this.codec.encode(message);
			assertThat(body).as("Seed %d, round %d", seed, round).hasSizeLessThanOrEqualTo(MessageCodec.MAX_BODY);
			assertThat(this.codec.decodeMessage(body)).as("Seed %d, round %d", seed, round).isEqualTo(message);
		}
	}

	private static Event event(Random random, int longest, int most) {
		List<Object> ids = new ArrayList<>();
		for (int i = random.nextInt(most); i >= 0; i--) {
			Object id = switch (random.nextInt(6)) {
				case 0 -> random.nextLong();
				case 1 -> new UUID(random.nextLong(), random.nextLong());
				case 2 -> LocalDateTime.of(2024, 1 + random.nextInt(12), 1, 0, random.nextInt(60), 0,
						random.nextInt(1_000_000));
				default -> text(random, longest);
			};
			ids.add(id);
		}
		String cache = text(random, 20);
		return switch (random.nextInt(3)) {
			case 0 -> Event.all(cache);
			case 1 -> Event.groups(cache, ids);
			default -> Event.keys(cache, ids);
		};
	}

	private static String text(Random random, int longest) {
		int limit = new int[] { 0x20, 0x80, 0x800, 0xd800, Character.MAX_CODE_POINT }[random.nextInt(5)];
		StringBuilder text = new StringBuilder();
		for (int i = random.nextInt(longest); i >= 0; i--) {
			int point = random.nextInt(limit);
			text.appendCodePoint((point < 0xd800 || point > 0xdfff) ? point : '"');
		}
		return text.toString();
	}

	@Test
	void unknownFieldsAreIgnored() {
		Message message = decode(
				"{'new':{'a':[1.5,null,true]},'origin':'o','batch':{'x':{},'after':1,'upTo':2,'events':["
						+ "{'cache':'c','seq':7,'scope':'keys','ids':[{'t':'long','v':'4','w':true}]}]},'mark':2}");
		assertThat(message).isEqualTo(
				new Message("o", null, null, new Batch(1, 2, List.of(Event.keys("c", List.of(4L)))), 2, null, false));
	}

	private Message decode(String json) {
		return this.codec.decodeMessage(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
	}

	private void assertMalformed(String json) {
		assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> decode(json));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "null", "[]", "{}", "'x'", "{'origin':'o','mark':1}",
			"{'origin':'o','batch':{'after':0,'upTo':0,'events':[]}}",
			"{'batch':{'after':0,'upTo':0,'events':[]},'mark':1}",
			"{'origin':'o','batch':{'after':0,'upTo':0,'events':[]},'mark':1} {}",
			"{'origin':'o','origin':'p','batch':{'after':0,'upTo':0,'events':[]},'mark':1}",
			"{'origin':null,'batch':{'after':0,'upTo':0,'events':[]},'mark':1}", "{'origin':'o','batch':[],'mark':1}",
			"{'origin':'o','batch':{'after':0,'upTo':0},'mark':1}",
			"{'origin':'o','batch':{'after':0,'events':[]},'mark':1}",
			"{'x':[[[[[[[[[[[[]]]]]]]]]]]],'origin':'o','batch':{'after':0,'upTo':0,'events':[]},'mark':1}" })
	void malformedMessageIsRefused(String json) {
		assertMalformed(json);
	}

	@ParameterizedTest
	@ValueSource(strings = { "'mark':-1", "'mark':'1'", "'mark':1.5", "'mark':9223372036854775808", "'mark':null",
			"'mark':1,'pull':-1", "'mark':1,'pull':'1'", "'mark':1,'pull':null", "'mark':1,'leaving':true",
			"'mark':1,'address':1", "'mark':1,'address':''", "'mark':1,'address':'a b'", "'mark':1,'address':'/p'",
			"'mark':1,'address':'a:1/p'", "'mark':1,'address':'ftp://a/p'", "'mark':1,'address':'http:///p'",
			"'mark':1,'address':'file:///etc'", "'mark':1,'address':'jar:http://a!/'", "'mark':1,'address':'HTTP:p'" })
	void malformedFieldIsRefused(String fields) {
		String start = "{'origin':'o','batch':{'after':0,'upTo':0,'events':[]},";
		assertThat(decode(start + "'mark':1,'pull':1,'leaving':1,'address':'http://a:1/p'}").pull()).isEqualTo(1);
		assertMalformed(start + fields + "}");
	}

	@Test
	void theLastDoubtsOfASenderThatLeavesTravel() {
		Message message = new Message("o", null, null, new Batch(0, 0, List.of()), 1, null, Map.of("tickets", 7L));
		assertThat(this.codec.decodeMessage(this.codec.encode(message))).isEqualTo(message);
		assertMalformed("{'origin':'o','batch':{'after':0,'upTo':0,'events':[]},'mark':1,'leaving':1,'doubts':['c']}");
	}

	@Test
	void longAddressIsRefused() {
		String start = "{'origin':'o','batch':{'after':0,'upTo':0,'events':[]},'mark':1,'address':'http://a/";
		assertThat(decode(start + "p".repeat(1_015) + "'}").address()).hasPath("/" + "p".repeat(1_015));
		assertMalformed(start + "p".repeat(1_016) + "'}");
	}

	@ParameterizedTest
	@ValueSource(strings = { "'after':-1,'upTo':0", "'after':-2,'upTo':-1", "'after':2,'upTo':1",
			"'after':1.0,'upTo':1", "'after':1,'upTo':null", "'after':1,'upTo':99999999999999999999" })
	void rangeThatIsNoneIsRefused(String range) {
		assertThat(decode("{'origin':'o','batch':{'after':1,'upTo':1,'events':[]},'mark':1}").batch().upTo())
			.isEqualTo(1);
		assertMalformed("{'origin':'o','batch':{%s,'events':[]},'mark':1}".formatted(range));
	}

	@ParameterizedTest
	@ValueSource(strings = { "null", "1", "[]", "{'cache':'c','scope':'KEYS','ids':[]}", "{'cache':'c','scope':'keys'}",
			"{'scope':'all'}", "{'cache':'c','scope':'keys','ids':[1]}",
			"{'cache':'c','scope':'keys','ids':[{'t':'java.lang.String','v':''}]}",
			"{'cache':'c','scope':'keys','ids':[{'t':'long','v':'x'}]}",
			"{'cache':'c','scope':'keys','ids':[{'t':'long'}]}",
			"{'cache':'c','scope':'keys','ids':[{'t':'boolean','v':'TRUE'}]}",
			"{'cache':'c','scope':'keys','ids':[{'t':'instant','v':'now'}]}",
			"{'cache':'c','scope':'keys','ids':[{'t':'character','v':''}]}",
			"{'cache':'c','scope':'keys','ids':[{'t':'int','t':'x','v':'1'}]}" })
	void malformedEventIsRefused(String event) {
		String message = "{'origin':'o','batch':{'after':0,'upTo':1,'events':[%s]},'mark':1}";
		assertThat(decode(message.formatted("{'cache':'c','scope':'all'}")).batch().events())
			.containsExactly(Event.all("c"));
		assertMalformed(message.formatted(event));
	}

	@Test
	void longNumberIsRefusedBeforeItIsRead() {
		assertMalformed("{'origin':'o','batch':{'after':0,'upTo':1,'events':[{'cache':'c','scope':'keys','ids':["
				+ "{'t':'biginteger','v':'" + "9".repeat(60_000) + "'}]}]},'mark':1}");
	}

	@Test
	void damagedBytesGiveAMessageOrAreRefused() {
		long seed = System.nanoTime();
		Random random = new Random(seed);
		byte[] genuine = this.codec.encode(message(Event.keys("tickets", ids().toList()),
				Event.groups("zones", List.of(1, "two")), Event.all("members")));
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
	void answerWithChangesOfTooManyCachesIsRefused() {
		Map<String, Long> caches = new HashMap<>();
		for (int i = 0; i <= PendingAges.MAX_CACHES; i++) {
			caches.put("cache" + i, 1L);
		}
		byte[] bytes = this.codec
			.encode(new Answer(MessageOutcome.APPLIED, "o", 0, 1, new PendingAges(0, caches, Map.of()), null));
		assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> this.codec.decodeAnswer(bytes));
	}

	@Test
	void answerOfAPeerThatKnowsNoCachesOfChangesConcernsEveryCache() {
		byte[] bytes = "{\"origin\":\"o\",\"outcome\":\"applied\",\"mark\":1,\"pending\":5}"
			.getBytes(StandardCharsets.UTF_8);
		assertThat(this.codec.decodeAnswer(bytes).pending()).isEqualTo(new PendingAges(5, Map.of(), Map.of()));
	}

	@ParameterizedTest
	@MethodSource
	void answerComesBack(Answer answer) {
		assertThat(this.codec.decodeAnswer(this.codec.encode(answer))).isEqualTo(answer);
	}

	static Stream<Answer> answerComesBack() {
		return Stream.of(new Answer(MessageOutcome.UNKNOWN_CACHE, "origin", 7, 0, PendingAges.NONE, null),
				new Answer(MessageOutcome.APPLIED, "o", 0, Long.MAX_VALUE,
						new PendingAges(Long.MAX_VALUE, Map.of(), Map.of()), new Batch(0, 0, List.of())),
				new Answer(MessageOutcome.DUPLICATE, "o", 0, 4,
						new PendingAges(5, Map.of("tickets", 7L, "zones", 0L), Map.of("zones", 3L, "", 9L)),
						new Batch(2, 4, List.of(Event.keys("c", Arrays.asList(1, null)), Event.all("d")))),
				new Answer(MessageOutcome.SELF, "me", 0, 1, new PendingAges(2, Map.of(), Map.of()), null));
	}

	@ParameterizedTest
	@ValueSource(strings = { "'outcome':'applied','mark':1,'pending':0",
			"'origin':'o','outcome':'unreachable','mark':1,'pending':0",
			"'origin':'o','outcome':'APPLIED','mark':1,'pending':0", "'origin':'o','outcome':'applied','pending':0",
			"'origin':'o','outcome':'applied','mark':1", "'origin':'o','outcome':'applied','mark':-1,'pending':0",
			"'origin':'o','outcome':'applied','mark':1,'pending':-1",
			"'origin':'o','outcome':'applied','mark':1,'pending':0,'batch':[]",
			"'origin':'o','outcome':'applied','mark':1,'pending':0,'pendingCaches':{}",
			"'origin':'o','outcome':'applied','mark':1,'pending':0,'doubts':['c']",
			"'origin':'o','outcome':'applied','mark':1,'pending':0,'pendingCaches':['c']",
			"'origin':'o','outcome':'applied','mark':1,'pending':0,'pendingCaches':[{'cache':'c'}]",
			"'origin':'o','outcome':'applied','mark':1,'pending':0,'pendingCaches':[{'cache':'c','age':-1}]",
			"'origin':'o','outcome':'applied','mark':1,'pending':0,"
					+ "'pendingCaches':[{'cache':'c','age':1},{'cache':'c','age':1}]",
			"'origin':'o','outcome':'applied','mark':1,'pending':0,'batch':{'after':1,'upTo':0,'events':[]}" })
	void malformedAnswerIsRefused(String fields) {
		byte[] bytes = "{%s}".formatted(fields).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
		assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> this.codec.decodeAnswer(bytes));
	}

	private PendingAges largestPending() {
		Map<String, Long> caches = new HashMap<>();
		int length = (this.codec.pendingCapacity() / PendingAges.MAX_CACHES - this.codec.weight("")) / 6;
		for (int i = 0; i < PendingAges.MAX_CACHES; i++) {
			caches.put((char) (' ' + i) + "\u0001".repeat(length - 1), Long.MAX_VALUE);
		}
		return new PendingAges(Long.MAX_VALUE, caches, caches);
	}

	private static Message message(Event... events) {
		return new Message("origin", null, ADDRESS, new Batch(11, 12, List.of(events)), 12, 3L, true);
	}

}
