package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Membership}.
 */
class MembershipTests {

	private static final URI A = URI.create("http://a:1/p");

	private static final URI B = URI.create("http://b:1/p");

	private final Membership membership = new Membership();

	@Test
	void peersAreTheLastListWithoutOurselves() {
		this.membership.discovered(List.of(A, B));
		assertThat(this.membership.peers()).containsExactly(A, B);
		this.membership.own(A);
		assertThat(this.membership.peers()).containsExactly(B);
		this.membership.discovered(List.of(A));
		assertThat(this.membership.peers()).isEmpty();
	}

	@Test
	void emptyListChangesNothing() {
		this.membership.discovered(List.of(A, B));
		this.membership.discovered(Set.of());
		assertThat(this.membership.peers()).containsExactly(A, B);
	}

	@Test
	void addressThatCameBackIsAskedAnew() {
		this.membership.discovered(List.of(A, B));
		this.membership.own(A);
		this.membership.discovered(List.of(B));
		this.membership.discovered(List.of(A, B));
		assertThat(this.membership.peers()).containsExactly(A, B);
	}

}
