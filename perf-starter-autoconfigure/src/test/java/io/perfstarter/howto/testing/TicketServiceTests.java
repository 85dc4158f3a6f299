package io.perfstarter.howto.testing;

import io.perfstarter.boundary.RemoteCallInTransactionException;
import io.perfstarter.coherence.FanOut;
import io.perfstarter.reporting.Reporting;
import io.perfstarter.routing.connection.Routing;
import io.perfstarter.warmup.run.Warmup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.transaction.TestTransaction;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.client.ResourceAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests of the page on the tests of an application: those of a service.
 */
@ShopTest
// tag::eviction[]
@SpringBootTest
class TicketServiceTests {

	@Autowired
	private TicketService service;

	private Cache tickets;

	@BeforeEach
	void emptyCache(@Autowired CacheManager caches) {
		this.tickets = caches.getCache("tickets");
		this.tickets.clear();
	}

	@Test
	void changeEvictsTheTicket() {
		this.service.notes(1);
		assertThat(this.tickets.get(1L)).isNotNull();
		this.service.annotate(1, "changed");
		assertThat(this.tickets.get(1L)).isNull();
		assertThat(this.service.notes(1)).isEqualTo("changed");
	}
	// end::eviction[]

	@Test
	@Transactional
	void transactionOfTheTestKeepsAndEvictsNothingUnlessItIsCommitted() {
		this.service.notes(1);
		assertThat(this.tickets.get(1L)).isNull();
		TestTransaction.end();
		this.service.notes(1);
		TestTransaction.start();
		this.service.annotate(1, "changed");
		TestTransaction.end();
		assertThat(this.tickets.get(1L)).isNotNull();
		TestTransaction.start();
		TestTransaction.flagForCommit();
		this.service.annotate(1, "changed");
		TestTransaction.end();
		assertThat(this.tickets.get(1L)).isNull();
	}

	// tag::boundary[]
	@Test
	void remoteCallInATransactionIsRefused() {
		assertThatExceptionOfType(RemoteCallInTransactionException.class)
			.isThrownBy(() -> this.service.payInTransaction(1))
			.withMessageContaining("TicketService.payInTransaction() calls 'POST 127.0.0.1:1/payments/{id}'");
	}
	// end::boundary[]

	@Test
	void callOutsideOfATransactionIsMade() {
		assertThatExceptionOfType(ResourceAccessException.class).isThrownBy(() -> this.service.pay(1));
	}

	@Test
	@Transactional
	void transactionOfTheTestHoldsAConnectionAroundEachCall() {
		assertThatExceptionOfType(RemoteCallInTransactionException.class).isThrownBy(() -> this.service.pay(1));
	}

	@Test
	void whatTestsDoNotNeedIsNotThere(@Autowired ApplicationContext context) {
		assertThat(context.getBeanNamesForType(FanOut.class)).isEmpty();
		assertThat(context.getBeanNamesForType(Warmup.class)).isEmpty();
		assertThat(context.getBeanNamesForType(Routing.class)).isEmpty();
		assertThat(context.getBeanNamesForType(Reporting.class)).isEmpty();
		assertThat(context.getBeanNamesForType(CacheManager.class)).hasSize(1);
	}

	@AfterEach
	void forgetTickets(@Autowired TicketRepository repository) {
		repository.deleteAllInBatch();
	}

	// tag::eviction[]

}
// end::eviction[]
