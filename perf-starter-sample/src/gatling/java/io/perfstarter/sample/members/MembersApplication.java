package io.perfstarter.sample.members;

import javax.sql.DataSource;

import jakarta.persistence.EntityManagerFactory;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/**
 * Starts the look-ups of members with JPA repositories. JPA is configured here and not by
 * Boot, whose modules for it would configure every other service of the comparison, too.
 */
@SpringBootApplication
@EnableJpaRepositories
public class MembersApplication {

	public static SpringApplicationBuilder builder() {
		return new SpringApplicationBuilder(MembersApplication.class).properties("spring.config.name=members",
				"spring.application.name=members", "spring.cloud.loadbalancer.enabled=false",
				"spring.freemarker.enabled=false", "server.address=127.0.0.1", "server.shutdown=immediate",
				"eureka.client.enabled=false",
				"members.token-service=${spring.cloud.discovery.client.simple.instances.token-service[0].uri}",
				"perf-starter.boundary.repository-transactions=true", "perf-starter.routing.enabled=false",
				"logging.level.root=warn", "logging.level.io.perfstarter=info");
	}

	@Bean
	LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource dataSource) {
		LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
		factory.setDataSource(dataSource);
		factory.setPackagesToScan(Member.class.getPackageName());
		factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
		return factory;
	}

	@Bean
	JpaTransactionManager transactionManager(EntityManagerFactory entityManagerFactory) {
		return new JpaTransactionManager(entityManagerFactory);
	}

}
