package io.perfstarter.bench;

import java.io.IOException;
import java.util.Optional;

import com.netflix.concurrency.limits.Limiter;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits concurrent requests by the latency, as Netflix's library does with its defaults.
 */
@ConditionalOnProperty("gradient")
class GradientFilter extends OncePerRequestFilter {

	private final Limiter<Void> limiter = SimpleLimiter.newBuilder().limit(Gradient2Limit.newDefault()).build();

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		Optional<Limiter.Listener> place = this.limiter.acquire(null);
		if (place.isEmpty()) {
			response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
			return;
		}
		try {
			chain.doFilter(request, response);
			place.get().onSuccess();
		}
		catch (Throwable ex) {
			place.get().onDropped();
			throw ex;
		}
	}

}
