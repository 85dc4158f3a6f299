package io.perfstarter.coherence.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.perfstarter.coherence.contract.CacheKind;
import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueWrapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for values that are put after a miss, from a store that nobody observes.
 */
@Timeout(180)
@ExtendWith(OutputCaptureExtension.class)
@Tag(Tier.CI)
class DoubtTests {

	private static final int ROUNDS = 100;

	@AutoClose
	private final Pair pair = new Pair(CachedPricesApplication.class, CacheKind.EHCACHE);

	// Stands for a database without JDBC.
	private final Map<Long, String> documents = new ConcurrentHashMap<>();

	private final AtomicInteger loads = new AtomicInteger();

	private final AtomicInteger statements = new AtomicInteger();

	@Test
	void aNewValueThatIsPutAfterAMissReachesTheOtherInstanceWithinTheBound(CapturedOutput output) {
		long id = this.pair.newUncachedPrice();
		this.documents.put(id, Instance.OLD);
		assertThat(find(this.pair.second, id)).isEqualTo(Instance.OLD);
		this.pair.awaitCertified();
		assertThat(this.pair.first.cache().get(id)).isNull();
		this.documents.put(id, Instance.NEW);
		this.pair.first.cache().put(id, Instance.NEW);
		assertThat(find(this.pair.first, id)).isEqualTo(Instance.NEW);
		Pair.within(Pair.BOUND.plusMillis(500), () -> find(this.pair.second, id).equals(Instance.NEW));
		assertThat(output).contains("at most; use get(key, loader)");
	}

	@Test
	void aValueThatAStatementHasReadIsNotDoubted() throws Exception {
		long other = this.pair.newUncachedPrice();
		long id = this.pair.newPrice();
		assertThat(this.pair.first.cache().get(other)).isNull();
		this.pair.first.cache()
			.put(other, this.pair.first.jdbc()
				.queryForObject("select amount from price where id = ?", String.class, other));
		await().pollDelay(Pair.BOUND.plusMillis(700)).until(this.pair.second::isCertified);
		this.pair.assertPeerHasKept(id);
	}

	@Test
	void instancesThatLoadByHandDoNotEvictEachOther() {
		List<Long> ids = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			long id = this.pair.newPriceWithoutCertificate();
			this.documents.put(-id, Instance.OLD);
			ids.add(id);
		}
		this.pair.awaitCertified();
		double lapsed = this.pair.lapsed();
		find(ids);
		lapsed = this.pair.lapsed() - lapsed;
		int requests = ROUNDS * 2 * ids.size();
		assertThat(1 - (this.statements.get() - lapsed) / requests).as("hit rate with JDBC").isGreaterThan(0.95);
		find(ids.stream().map((id) -> -id).toList());
		assertThat(1 - (double) this.loads.get() / requests).as("hit rate without").isGreaterThan(0.8);
	}

	private void find(List<Long> ids) {
		for (int round = 0; round < ROUNDS; round++) {
			for (Long id : ids) {
				find(this.pair.first, id);
				find(this.pair.second, id);
			}
		}
	}

	/**
	 * Reads a price, or a document with a negative number.
	 */
	private String find(Instance instance, long id) {
		Cache cache = instance.cache();
		ValueWrapper cached = cache.get(id);
		if (cached != null) {
			return (String) cached.get();
		}
		String value = this.documents.get(id);
		if (value != null) {
			this.loads.incrementAndGet();
		}
		else {
			this.statements.incrementAndGet();
			value = instance.jdbc().queryForObject("select amount from price where id = ?", String.class, id);
		}
		cache.put(id, value);
		return value;
	}

}
