package io.perfstarter.async.autoconfigure;

import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import io.perfstarter.async.ExecutorFullException;
import io.perfstarter.support.ServiceUnavailable;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.handler.AbstractHandlerExceptionResolver;

/**
 * Adds the resolver for full executors after those of Spring MVC, so that an exception
 * handler of the application comes first.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass(WebMvcConfigurer.class)
class ExecutorFullConfiguration {

	@Bean
	WebMvcConfigurer perfStarterExecutorFullConfigurer() {
		return new WebMvcConfigurer() {
			@Override
			public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
				resolvers.add(new ExecutorFullResolver());
			}
		};
	}

	/**
	 * Answers a request with 503 and {@code Retry-After} if an executor that it needs is
	 * full.
	 */
	private static final class ExecutorFullResolver extends AbstractHandlerExceptionResolver {

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

}
