package io.perfstarter.sample.slow;

import java.lang.reflect.Method;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * As many fast routes as {@code slow.routes} says. There are none otherwise, because
 * Spring MVC looks through all of them for a path with a variable.
 */
@Component
class ManyRoutes {

	ManyRoutes(@Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mapping,
			@Value("${slow.routes:0}") int routes) throws NoSuchMethodException {
		Method fast = ManyRoutes.class.getDeclaredMethod("fast");
		for (int i = 0; i < routes; i++) {
			RequestMappingInfo route = RequestMappingInfo.paths("/routes/" + i)
				.methods(RequestMethod.GET)
				.options(mapping.getBuilderConfiguration())
				.build();
			mapping.registerMapping(route, this, fast);
		}
	}

	@ResponseBody
	int fast() {
		return 1;
	}

}
