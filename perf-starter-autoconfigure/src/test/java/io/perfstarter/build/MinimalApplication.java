package io.perfstarter.build;

import java.util.Map;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport.ConditionAndOutcomes;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * An application that has nothing but our artifact, and says what the condition report
 * says of it.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class MinimalApplication {

	public static void main(String[] args) {
		try (ConfigurableApplicationContext context = SpringApplication.run(MinimalApplication.class, args)) {
			Map<String, ConditionAndOutcomes> outcomes = ConditionEvaluationReport.get(context.getBeanFactory())
				.getConditionAndOutcomesBySource();
			outcomes.forEach((source, conditions) -> {
				if (source.startsWith("io.perfstarter.") && !conditions.isFullMatch()) {
					conditions.forEach((outcome) -> {
						if (!outcome.getOutcome().isMatch()) {
							System.out.println(source + " is off: " + outcome.getOutcome().getMessage());
						}
					});
				}
			});
			System.out.println("started");
		}
	}

}
