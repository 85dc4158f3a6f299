package io.perfstarter.sample.ticket;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

import io.perfstarter.coherence.protocol.NodeStatus;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Records the evictions that a message of another instance has caused, after the message
 * was processed.
 */
class PeerEvictionWitness extends OncePerRequestFilter {

	private final Supplier<@Nullable NodeStatus> status;

	private final EvictionNotes notes;

	PeerEvictionWitness(Supplier<@Nullable NodeStatus> status, EvictionNotes notes) {
		this.status = status;
		this.notes = notes;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		Map<String, Long> before = done();
		chain.doFilter(request, response);
		done().forEach((origin, number) -> {
			if (number > before.getOrDefault(origin, number)) {
				this.notes.heard(origin, number);
			}
		});
	}

	/** Returns the sequence number up to which the evictions of each peer are applied. */
	private Map<String, Long> done() {
		NodeStatus current = this.status.get();
		Map<String, Long> done = new HashMap<>();
		if (current != null) {
			current.members().forEach((member) -> {
				if (member.origin() != null) {
					done.merge(member.origin(), member.done(), Math::max);
				}
			});
		}
		return done;
	}

}
