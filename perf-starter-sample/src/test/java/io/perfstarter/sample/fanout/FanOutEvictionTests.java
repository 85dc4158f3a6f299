package io.perfstarter.sample.fanout;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.fanout.TicketDesk.Query;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;

import static io.perfstarter.sample.fanout.TicketDesk.SEARCHES;
import static io.perfstarter.sample.fanout.TicketDesk.TICKETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests of evictions that travel between three instances, and of those that must not.
 */
@ExtendWith(Cluster.Extension.class)
@Tag(Tier.CI)
class FanOutEvictionTests {

	private final Cluster cluster;

	private final Instance a;

	private final Instance b;

	private final Instance c;

	FanOutEvictionTests(Cluster cluster) {
		this.cluster = cluster;
		this.a = cluster.a();
		this.b = cluster.b();
		this.c = cluster.c();
	}

	@Test
	void whatOneInstanceCachesIsNotInTheOthers() {
		assertThat(this.a.desk().notes(1)).isNotNull();
		this.a.desk().search(new Query(1, 0));
		assertThat(this.a.holds(TICKETS, 1L)).isTrue();
		assertThat(this.a.holds(SEARCHES, new Query(1, 0))).isTrue();
		for (Instance other : new Instance[] { this.b, this.c }) {
			assertThat(other.holds(TICKETS, 1L)).isFalse();
			assertThat(other.holds(SEARCHES, new Query(1, 0))).isFalse();
		}
	}

	@Test
	void writeEvictsItsKeyEverywhereAndNoOther() {
		this.cluster.readEverywhere(1, 2);
		this.a.desk().annotate(1, "by key");
		this.cluster.awaitGoneEverywhere(TICKETS, 1L);
		this.cluster.assertHeldEverywhere(TICKETS, 2L);
		assertThat(this.a.desk().notes(1)).isEqualTo("by key");
	}

	@Test
	void everyInstanceEvictsFromTheOthers() {
		for (Instance instance : this.cluster.instances()) {
			this.cluster.readEverywhere(1);
			instance.desk().annotate(1, "by " + instance);
			this.cluster.awaitGoneEverywhere(TICKETS, 1L);
		}
	}

	@Test
	void writeEvictsAllSearchesOfItsLotEverywhereAndThoseOfNoOther() {
		this.cluster.searchEverywhere(new Query(1, 0), new Query(1, 1), new Query(2, 0));
		this.b.desk().annotateLot(1, "by group");
		this.cluster.awaitGoneEverywhere(SEARCHES, new Query(1, 0), new Query(1, 1));
		this.cluster.assertHeldEverywhere(SEARCHES, new Query(2, 0));
		assertThat(this.b.desk().search(new Query(1, 0))).containsOnly("by group");
	}

	@Test
	void writeOfAllEvictsTheWholeCacheEverywhereAndNoOtherCache() {
		this.cluster.readEverywhere(1, 2, 3);
		this.cluster.searchEverywhere(new Query(1, 0));
		this.c.desk().annotateAll("all");
		this.cluster.awaitGoneEverywhere(TICKETS, 1L, 2L, 3L);
		this.cluster.assertHeldEverywhere(SEARCHES, new Query(1, 0));
	}

	@Test
	void rollbackEvictsNowhere() {
		String before = this.a.desk().readNotes(1);
		this.cluster.readEverywhere(1);
		Growth told = this.a.toldPeers();
		this.a.rollBack(() -> this.a.desk().annotate(1, "never"));
		told.is(0);
		this.cluster.awaitAllToldBy(this.a);
		this.cluster.assertHeldEverywhere(TICKETS, 1L);
		assertThat(this.a.desk().readNotes(1)).isEqualTo(before);
	}

	@Test
	void newTransactionInsideOneThatIsRolledBackEvictsEverywhere() {
		this.cluster.readEverywhere(1, 2);
		this.a.rollBack(() -> {
			this.a.desk().annotate(2, "never");
			this.a.desk().annotateInNewTransaction(1, "new transaction");
			this.cluster.awaitGoneEverywhere(TICKETS, 1L);
		});
		this.cluster.awaitAllToldBy(this.a);
		this.cluster.assertHeldEverywhere(TICKETS, 2L);
		assertThat(this.a.desk().notes(1)).isEqualTo("new transaction");
	}

	@ParameterizedTest
	@ValueSource(ints = { Ordered.HIGHEST_PRECEDENCE, Ordered.LOWEST_PRECEDENCE })
	void foreignSynchronizationThatFailsAfterCommitEvictsEverywhereAllTheSame(int order) {
		this.cluster.readEverywhere(1);
		Growth told = this.a.toldPeers();
		Growth appliedByB = this.b.received("applied");
		Growth appliedByC = this.c.received("applied");
		assertThatIllegalStateException()
			.isThrownBy(() -> this.a.desk().annotateBeside(new FailingAfterCommit(order), 1, "committed"))
			.withMessage("foreign");
		told.is(1);
		this.cluster.awaitGoneEverywhere(TICKETS, 1L);
		appliedByB.reaches(1);
		appliedByC.reaches(1);
		assertThat(this.a.desk().notes(1)).isEqualTo("committed");
	}

	@Test
	void instanceDoesNotEvictByItsOwnMessageWhatItReadsAfterwards() {
		assertThat(this.cluster.eureka().instances()).isEqualTo(3);
		assertThat(this.cluster.instances()).allMatch((instance) -> instance.peers() == 2)
			.allMatch(Instance::hasRecognizedItself);
		Growth acked = this.a.acked();
		this.cluster.readEverywhere(1);
		this.a.desk().annotate(1, "by A");
		this.a.desk().notes(1);
		acked.reaches(2);
		this.cluster.awaitAllToldBy(this.a);
		assertThat(this.a.holds(TICKETS, 1L)).isTrue();
		assertThat(this.b.holds(TICKETS, 1L) || this.c.holds(TICKETS, 1L)).isFalse();
	}

	/**
	 * What another library may do after a commit.
	 *
	 * @param order its place among the synchronizations
	 */
	private record FailingAfterCommit(int order) implements TransactionSynchronization {

		@Override
		public int getOrder() {
			return this.order;
		}

		@Override
		public void afterCommit() {
			throw new IllegalStateException("foreign");
		}

	}

}
