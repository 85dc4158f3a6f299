package io.perfstarter.howto.testing;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the page on the tests of an application: those of a repository.
 */
@ShopTest
// tag::repository[]
@DataJpaTest
class TicketRepositoryTests {

	@Autowired
	private TicketRepository repository;

	@Test
	void findsByNotes() {
		this.repository.save(new Ticket(1, "new"));
		assertThat(this.repository.findByNotes("new")).hasSize(1);
	}
	// end::repository[]

	@Test
	void sliceHasNothingOfOurs(@Autowired ApplicationContext context) {
		assertThat(context.getBeanDefinitionNames())
			.noneMatch((name) -> name.startsWith("io.perfstarter") && !name.contains(".howto."));
	}

	// tag::repository[]

}
// end::repository[]
