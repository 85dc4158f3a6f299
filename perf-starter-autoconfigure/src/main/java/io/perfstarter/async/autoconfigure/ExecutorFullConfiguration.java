package io.perfstarter.async.autoconfigure;

import java.util.List;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

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

}
