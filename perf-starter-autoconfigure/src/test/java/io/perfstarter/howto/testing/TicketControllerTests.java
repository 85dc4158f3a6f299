package io.perfstarter.howto.testing;

import io.perfstarter.eviction.TicketCacheEvictor;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

/**
 * Tests of the page on the tests of an application: those of a controller.
 */
@ShopTest
// tag::controller[]
@WebMvcTest(TicketController.class)
class TicketControllerTests {

	@MockitoBean
	private TicketService service;

	@Test
	void answersTheNotes(@Autowired MockMvcTester mvc) {
		given(this.service.notes(1)).willReturn("new");
		assertThat(mvc.get().uri("/tickets/1")).hasStatusOk().hasBodyTextEqualTo("new");
	}
	// end::controller[]

	@Test
	void sliceHasNothingOfOurs(@Autowired ApplicationContext context) {
		assertThat(context.getBeanNamesForType(TicketCacheEvictor.class)).isEmpty();
		assertThat(context.getBeanDefinitionNames())
			.noneMatch((name) -> name.startsWith("io.perfstarter") && !name.contains(".howto."));
	}

	// tag::controller[]

}
// end::controller[]
