package io.perfstarter.routing.matrix;

import java.util.Locale;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.connection.RoutingStatus.Member;
import jakarta.persistence.EntityManager;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * An application that runs a {@link Row} for each request.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(excludeName = {
		"org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
		"org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
		"org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration" })
@RestController
class MatrixApplication {

	private final ObjectProvider<Transactions> transactions;

	private final ObjectProvider<Access> accesses;

	MatrixApplication(ObjectProvider<Transactions> transactions, ObjectProvider<Access> accesses) {
		this.transactions = transactions;
		this.accesses = accesses;
	}

	@Bean
	static Transactions transactions(PlatformTransactionManager transactionManager, DataSource dataSource,
			Routing routing) {
		HikariDataSource primary = DataSourceUnwrapper.unwrap(dataSource, HikariDataSource.class);
		return new Transactions(transactionManager, () -> primary.getHikariPoolMXBean().getActiveConnections()
				+ routing.status().replicas().stream().mapToInt(Member::inFlight).sum());
	}

	@Bean
	static JdbcAccess jdbcAccess(JdbcClient client) {
		return new JdbcAccess(client);
	}

	@Bean
	static Access jpaAccess(ObjectProvider<EntityManager> entities, JdbcAccess jdbc) {
		EntityManager available = entities.getIfAvailable();
		return (available != null) ? new JpaAccess(available) : jdbc;
	}

	@GetMapping("/{access}/{row}")
	String run(@PathVariable String access, @PathVariable Row row) {
		Access chosen = this.accesses.stream()
			.filter((each) -> each.getClass().getSimpleName().toLowerCase(Locale.ROOT).startsWith(access))
			.findFirst()
			.orElseThrow();
		try {
			return row.run(this.transactions.getObject(), chosen);
		}
		catch (RuntimeException ex) {
			return ex.getClass().getSimpleName();
		}
	}

}
