package io.perfstarter.eviction.autoconfigure;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.perfstarter.eviction.EvictTicketCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.interceptor.SimpleKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Tests for the blank key of {@link EvictTicketCache}: the keys that each
 * {@code @Cacheable} of the cache makes of the same arguments.
 */
@ExtendWith(OutputCaptureExtension.class)
class BlankKeyTests {

	private final NotedEvictions noted = new NotedEvictions();

	@Test
	void theKeyExpressionOfTheCacheable(CapturedOutput output) {
		run(Reader.class, (writer) -> writer.byExpression(new Ticket(7), "note"));
		assertKeys(List.of("ticket-7"));
		assertThat(output).doesNotContain("byExpression has no 'key'");
	}

	@ParameterizedTest
	@MethodSource("keys")
	void theKeyOfEachCacheable(Class<?> reader, List<Object> keys, CapturedOutput output) {
		run(reader, (writer) -> writer.inOrder("b", 1));
		assertKeys(keys);
		assertThat(output).doesNotContain("inOrder has no 'key'");
	}

	static Stream<Arguments> keys() {
		return Stream.of(arguments(NeedsLess.class, List.of(1L)),
				arguments(GeneratedByClass.class, List.of("GeneratedByClass.find1")),
				arguments(InAnotherOrder.class, List.of(new SimpleKey(1L, "b"))),
				arguments(ByItsPositions.class, List.of("1b")), arguments(Two.class, List.of(1L, "b")),
				arguments(GeneratedByBeanAndMethod.class, List.of("GeneratedByBeanAndMethod.find1")),
				arguments(WithoutParameters.class, List.of(SimpleKey.EMPTY)));
	}

	@ParameterizedTest
	@ValueSource(classes = { OneOfTwoNeedsMore.class, OtherName.class, OtherType.class, NeedsItsOwnBean.class,
			NoCacheable.class })
	void allEntriesWhereTheArgumentsDoNotSuffice(Class<?> reader, CapturedOutput output) {
		run(reader, (writer) -> writer.inOrder("b", 1));
		assertThat(this.noted.evicted).singleElement()
			.satisfies((eviction) -> assertThat(eviction.allEntries()).isTrue());
		assertThat(output).contains("Writer.inOrder has no 'key', and its parameters differ in name or type from "
				+ "those of a @Cacheable method of 'tickets'");
	}

	private void run(Class<?> reader, Consumer<Writer> change) {
		this.noted.contextRunner.withBean("reader", reader)
			.withBean(Writer.class)
			.run((context) -> change.accept(context.getBean(Writer.class)));
	}

	private void assertKeys(List<Object> keys) {
		assertThat(this.noted.evicted).singleElement()
			.satisfies((eviction) -> assertThat(eviction.keys()).containsExactlyInAnyOrderElementsOf(keys));
	}

	record Ticket(long id) {
	}

	static class Writer {

		@EvictTicketCache("tickets")
		public void byExpression(Ticket ticket, String note) {
		}

		@EvictTicketCache("tickets")
		public void inOrder(String language, long id) {
		}

	}

	static class Reader {

		@Cacheable(cacheNames = "tickets", key = "'ticket-' + #ticket.id")
		public String find(Ticket ticket) {
			return "found";
		}

	}

	static class NeedsLess {

		@Cacheable(cacheNames = "tickets", key = "#id")
		public String find(long id, String format) {
			return "found";
		}

	}

	@CacheConfig(cacheNames = "tickets", keyGenerator = "byClassAndMethod")
	static class GeneratedByClass {

		@Cacheable
		public String find(long id) {
			return "found";
		}

	}

	static class InAnotherOrder {

		@Cacheable("tickets")
		public String find(Long id, String language) {
			return "found";
		}

	}

	static class ByItsPositions {

		@Cacheable(cacheNames = "tickets", key = "#a0 + #p1")
		public String find(long id, String language) {
			return "found";
		}

	}

	static class Two {

		@Cacheable("tickets")
		public String find(long id) {
			return "found";
		}

		@Cacheable(cacheNames = "tickets", key = "#language")
		public String all(String language) {
			return "found";
		}

	}

	static class GeneratedByBeanAndMethod {

		@Cacheable(cacheNames = "tickets", keyGenerator = "byClassAndMethod")
		public String find(long id) {
			return "found";
		}

	}

	static class WithoutParameters {

		@Cacheable("tickets")
		public String all() {
			return "found";
		}

	}

	static class OneOfTwoNeedsMore {

		@Cacheable("tickets")
		public String find(long id) {
			return "found";
		}

		@Cacheable(cacheNames = "tickets", key = "#lot")
		public String all(String lot) {
			return "found";
		}

	}

	static class NoCacheable {

	}

	static class OtherName {

		@Cacheable("tickets")
		public String find(long ticketId) {
			return "found";
		}

	}

	static class OtherType {

		@Cacheable("tickets")
		public String find(int id) {
			return "found";
		}

	}

	static class NeedsItsOwnBean {

		@Cacheable(cacheNames = "tickets", key = "#root.target.prefix + #id")
		public String find(long id) {
			return "found";
		}

		public String getPrefix() {
			return "prefix";
		}

	}

}
