package io.perfstarter.coherence.matrix;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.coherence.autoconfigure.TestDiscoveryClient;
import io.perfstarter.coherence.contract.CacheKind;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two instances over one database, and what they may return of it.
 */
class Pair implements AutoCloseable {

	static final Duration BOUND = Duration.ofSeconds(2);

	/**
	 * For what happens at once, on a busy machine.
	 */
	static final Duration LONG = Duration.ofSeconds(60);

	private final AtomicLong ids = new AtomicLong();

	final TestDiscoveryClient registry = new TestDiscoveryClient();

	private final JdbcTemplate database;

	private final Class<?> application;

	private final CacheKind kind;

	private final String[] properties;

	final Instance first;

	final Instance second;

	Pair(Class<?> application, CacheKind kind, String... properties) {
		this.application = application;
		this.kind = kind;
		String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
		this.database = new JdbcTemplate(new DriverManagerDataSource(url, "sa", ""));
		this.database.execute("create table price (id bigint primary key, amount varchar(20))");
		List<String> all = new ArrayList<>(List.of("spring.datasource.url=" + url, "spring.datasource.username=sa",
				"perf-starter.coherence.max-staleness=" + BOUND.toMillis() + "ms"));
		all.addAll(Arrays.asList(kind.settings(List.of(Prices.CACHE))));
		all.addAll(Arrays.asList(properties));
		this.properties = all.toArray(String[]::new);
		this.first = start();
		this.second = start();
		awaitCertified();
	}

	final Instance start(String... more) {
		String[] both = Arrays.copyOf(this.properties, this.properties.length + more.length);
		System.arraycopy(more, 0, both, this.properties.length, more.length);
		return new Instance(this.application, this.registry, this.kind.underGuard(true, Prices.CACHE), both);
	}

	/**
	 * Waits until both instances have heard each other, and keep what they load from now
	 * on.
	 */
	final void awaitCertified() {
		soon(LONG).until(() -> this.first.isCertified() && this.second.isCertified() && !this.first.servesByAge()
				&& !this.second.servesByAge());
	}

	/**
	 * Asserts that a read returns the new value if it begins when a bound has passed, and
	 * waits for this. A busy machine may read seldom.
	 * @param bound the time from now on
	 * @param fresh whether a read returns the new value
	 */
	static void within(Duration bound, Callable<Boolean> fresh) {
		long end = System.nanoTime() + bound.toNanos();
		soon(LONG).until(() -> {
			boolean late = System.nanoTime() - end > 0;
			boolean isFresh = fresh.call();
			assertThat(isFresh || !late).as("fresh, or read before the bound has passed").isTrue();
			return isFresh;
		});
	}

	static ConditionFactory soon(Duration limit) {
		return Awaitility.await().atMost(limit).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
	}

	/**
	 * Adds a price that no instance has cached.
	 */
	long newUncachedPrice() {
		long id = newPriceWithoutCertificate();
		awaitCertified();
		return id;
	}

	/**
	 * Adds a price whatever the instances know of each other.
	 */
	long newPriceWithoutCertificate() {
		long id = this.ids.incrementAndGet();
		this.database.update("insert into price values (?, ?)", id, Instance.OLD);
		return id;
	}

	/**
	 * Adds a price that both instances have cached.
	 */
	long newPrice() {
		long id = newUncachedPrice();
		assertThat(this.first.prices().price(id)).isEqualTo(Instance.OLD);
		assertThat(this.second.prices().price(id)).isEqualTo(Instance.OLD);
		return id;
	}

	String stored(long id) {
		return this.database.queryForObject("select amount from price where id = ?", String.class, id);
	}

	/**
	 * Changes a price so that nobody knows.
	 */
	void changeUnseen(long id, String amount) {
		this.database.update("update price set amount = ? where id = ?", amount, id);
	}

	/**
	 * Asserts that the instance that has changed a price returns at once what the
	 * database says, and the other one within the bound.
	 */
	void assertFresh(long id) {
		String stored = stored(id);
		SoftAssertions.assertSoftly((all) -> {
			all.assertThat(this.first.prices().price(id)).as("own instance, at once").isEqualTo(stored);
			all.assertThatCode(() -> within(BOUND, () -> this.second.prices().price(id).equals(stored)))
				.as("other instance, within the bound")
				.doesNotThrowAnyException();
			all.assertThat(this.first.prices().price(id)).as("own instance, later").isEqualTo(stored);
		});
	}

	/**
	 * Asserts that both instances return what the database says as soon as the bound has
	 * passed.
	 */
	void assertFreshWithinTheBound(long id) {
		String stored = stored(id);
		within(BOUND.plusMillis(700),
				() -> this.first.prices().price(id).equals(stored) && this.second.prices().price(id).equals(stored));
	}

	/**
	 * Asserts that the other instance still has the entry of a price.
	 */
	void assertPeerHasKept(long id) throws Exception {
		awaitAllMessages();
		changeUnseen(id, "unseen");
		this.second.assertKept(Instance.OLD, () -> this.second.prices().price(id));
	}

	/**
	 * Returns how many entries both have not served because they had not heard each other
	 * in time.
	 */
	double lapsed() {
		return this.first.lapsed() + this.second.lapsed();
	}

	/**
	 * Waits until the second instance has received what the first one has sent: messages
	 * are applied in order.
	 */
	void awaitAllMessages() throws Exception {
		long marker = newPrice();
		this.first.prices().evictTicket(marker, () -> this.first.change(marker));
		soon(LONG).until(() -> this.second.prices().price(marker).equals(Instance.NEW));
	}

	@Override
	public void close() {
		this.first.close();
		this.second.close();
		this.database.execute("shutdown");
	}

}
