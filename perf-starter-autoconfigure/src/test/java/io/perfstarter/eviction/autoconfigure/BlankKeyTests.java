package io.perfstarter.eviction.autoconfigure;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.eviction.EvictTicketCache;
import io.perfstarter.eviction.Eviction;
import io.perfstarter.eviction.EvictionStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.interceptor.KeyGenerator;
import org.springframework.cache.interceptor.SimpleKey;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the blank key of {@link EvictTicketCache}: the keys that each
 * {@code @Cacheable} of the cache makes of the same arguments.
 */
@ExtendWith(OutputCaptureExtension.class)
class BlankKeyTests {

	private static final String WARNING = "differ in name or type from those of a @Cacheable method of 'tickets'";

	private final List<Eviction> evicted = new ArrayList<>();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, CacheAutoConfiguration.class,
				CoherenceAutoConfiguration.class, EvictionAutoConfiguration.class))
		.withPropertyValues("perf-starter.coherence.caches.tickets.time-to-live=10m")
		.withBean("byClassAndMethod", KeyGenerator.class,
				() -> (Object target, Method method, Object... args) -> target.getClass().getSimpleName() + "."
						+ method.getName() + args[0])
		.withBean(EvictionStrategy.class, Strategy::new);

	@Test
	void theKeyExpressionOfTheCacheable(CapturedOutput output) {
		run(Reader.class, (writer) -> writer.byExpression(new Ticket(7), "note"));
		assertKeys("ticket-7");
		assertThat(output).doesNotContain("byExpression has no 'key'");
	}

	@Test
	void onlyTheArgumentsThatTheKeyExpressionNames(CapturedOutput output) {
		run(NeedsLess.class, (writer) -> writer.inOrder("b", 1));
		assertKeys(1L);
		assertThat(output).doesNotContain("inOrder has no 'key'");
	}

	@Test
	void theKeyGeneratorOfTheClass() {
		run(GeneratedByClass.class, (writer) -> writer.inOrder("b", 1));
		assertKeys("GeneratedByClass.find1");
	}

	@Test
	void allArgumentsInAnotherOrder() {
		run(Ordered.class, (writer) -> writer.inOrder("b", 1));
		assertKeys(new SimpleKey(1L, "b"));
	}

	@Test
	void positionsAreThoseOfTheCacheable() {
		run(Positional.class, (writer) -> writer.inOrder("b", 1));
		assertKeys("1b");
	}

	@Test
	void eachCacheableOfTheCache() {
		run(Two.class, (writer) -> writer.inOrder("b", 1));
		assertKeys(1L, "b");
	}

	@Test
	void theKeyGeneratorOfTheCacheableSeesItsBeanAndMethod() {
		run(Generated.class, (writer) -> writer.inOrder("b", 1));
		assertKeys("Generated.find1");
	}

	@Test
	void aCacheableWithoutParameters() {
		run(Parameterless.class, (writer) -> writer.inOrder("b", 1));
		assertKeys(SimpleKey.EMPTY);
	}

	@Test
	void allEntriesWhereOneOfTheCacheablesNeedsMore(CapturedOutput output) {
		run(NeedsMore.class, (writer) -> writer.inOrder("b", 1));
		assertAll(output);
	}

	@Test
	void allEntriesWhereAParameterHasAnotherName(CapturedOutput output) {
		run(OtherName.class, (writer) -> writer.inOrder("b", 1));
		assertAll(output);
	}

	@Test
	void allEntriesWhereAParameterHasAnotherType(CapturedOutput output) {
		run(OtherType.class, (writer) -> writer.inOrder("b", 1));
		assertAll(output);
	}

	@Test
	void allEntriesWhereTheKeyNeedsItsOwnBean(CapturedOutput output) {
		run(OwnTarget.class, (writer) -> writer.inOrder("b", 1));
		assertAll(output);
	}

	@Test
	void allEntriesWithoutACacheable(CapturedOutput output) {
		run(String.class, (writer) -> writer.inOrder("b", 1));
		assertAll(output);
	}

	private void run(Class<?> reader, Consumer<Writer> change) {
		this.contextRunner.withBean("reader", reader).withBean(Writer.class).run((context) -> {
			this.evicted.clear();
			change.accept(context.getBean(Writer.class));
		});
	}

	private void assertKeys(Object... keys) {
		assertThat(this.evicted).singleElement()
			.satisfies((eviction) -> assertThat(eviction.keys()).containsExactlyInAnyOrder(keys));
	}

	private void assertAll(CapturedOutput output) {
		assertThat(this.evicted).singleElement().satisfies((eviction) -> assertThat(eviction.allEntries()).isTrue());
		assertThat(output).contains(WARNING);
	}

	/**
	 * Notes what is evicted.
	 */
	private final class Strategy implements EvictionStrategy {

		@Override
		public boolean supports(Eviction eviction) {
			return true;
		}

		@Override
		public void evict(Eviction eviction) {
			BlankKeyTests.this.evicted.add(eviction);
		}

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

	static class Ordered {

		@Cacheable("tickets")
		public String find(Long id, String language) {
			return "found";
		}

	}

	static class Positional {

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

	static class Generated {

		@Cacheable(cacheNames = "tickets", keyGenerator = "byClassAndMethod")
		public String find(long id) {
			return "found";
		}

	}

	static class Parameterless {

		@Cacheable("tickets")
		public String all() {
			return "found";
		}

	}

	static class NeedsMore {

		@Cacheable("tickets")
		public String find(long id) {
			return "found";
		}

		@Cacheable(cacheNames = "tickets", key = "#lot")
		public String all(String lot) {
			return "found";
		}

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

	static class OwnTarget {

		@Cacheable(cacheNames = "tickets", key = "#root.target.prefix + #id")
		public String find(long id) {
			return "found";
		}

		public String getPrefix() {
			return "prefix";
		}

	}

}
