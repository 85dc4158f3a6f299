package io.perfstarter.routing.faults;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A JDBC-only application with {@link Rows}.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(
		excludeName = { "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
				"org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration" })
class FaultsApplication {

	@Bean
	static Rows rows(JdbcClient client) {
		return new Rows(client);
	}

}
