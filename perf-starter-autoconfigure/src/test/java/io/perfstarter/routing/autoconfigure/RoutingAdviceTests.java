package io.perfstarter.routing.autoconfigure;

import org.junit.jupiter.api.Test;

import org.springframework.aop.Advisor;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RoutingAdvice} with ahead-of-time processing.
 */
class RoutingAdviceTests {

	@Test
	void isWrittenDownAtBuildTime() {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.register(RoutingGuardsConfiguration.class);
		InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
		DefaultGenerationContext generation = new DefaultGenerationContext(
				new ClassNameGenerator(ClassName.get(getClass())), files);
		new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
		generation.writeGeneratedContent();
		assertThat(files.getGeneratedFiles(Kind.SOURCE).keySet())
			.anyMatch((name) -> name.endsWith("/RoutingAdvice__BeanDefinitions.java"));
	}

	@Test
	void leavesAloneWhatWasWrittenDown() {
		DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();
		beanFactory.setAllowBeanDefinitionOverriding(false);
		new RoutingAdvice().postProcessBeanFactory(beanFactory);
		new RoutingAdvice().postProcessBeanFactory(beanFactory);
		assertThat(beanFactory.getBeanNamesForType(Advisor.class)).containsExactly("perfStarterPrimaryReadAdvisor");
	}

}
