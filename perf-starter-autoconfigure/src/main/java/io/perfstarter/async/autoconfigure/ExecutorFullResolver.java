package io.perfstarter.async.autoconfigure;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import io.perfstarter.async.ExecutorFullException;
import io.perfstarter.support.ServiceUnavailable;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.handler.AbstractHandlerExceptionResolver;

/**
 * Answers a request with 503 and {@code Retry-After} if an executor that it needs is
 * full.
 */
final class ExecutorFullResolver extends AbstractHandlerExceptionResolver {

	@Override
	protected @Nullable ModelAndView doResolveException(HttpServletRequest request, HttpServletResponse response,
			@Nullable Object handler, Exception exception) {
		if (!(withoutWrapper(exception) instanceof ExecutorFullException full) || response.isCommitted()) {
			return null;
		}
		ServiceUnavailable.answer(response, full.retryAfter().toSeconds());
		return new ModelAndView();
	}

	/**
	 * Returns the failure of a task whose future the caller has waited for.
	 */
	private static @Nullable Throwable withoutWrapper(Exception exception) {
		Throwable failure = exception;
		while (failure instanceof ExecutionException || failure instanceof CompletionException) {
			failure = failure.getCause();
		}
		return failure;
	}

}
