package io.perfstarter.routing.autoconfigure;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReplicaPoolFactory.JdbcUrl}.
 */
class JdbcUrlTests {

	@Test
	void parametersAreDecodedAsTheDriverDoesIt() {
		assertThat(ReplicaPoolFactory.JdbcUrl
			.parameters("jdbc:postgresql://db/app?currentSchema=a%2Cb&ssl&options=-c+x=1"))
			.isEqualTo(Map.of("currentSchema", "a,b", "ssl", "", "options", "-c x=1"));
		assertThat(ReplicaPoolFactory.JdbcUrl
			.parameters("jdbc:mariadb://db/app?connectionTimeZone=+02:00&password=50%off"))
			.isEqualTo(Map.of("connectionTimeZone", "+02:00", "password", "50%off"));
	}

	@Test
	void whatIsNotEncodedStays() {
		assertThat(ReplicaPoolFactory.JdbcUrl.parameters("jdbc:mysql://db/app?password=50%off"))
			.isEqualTo(Map.of("password", "50%off"));
		assertThat(ReplicaPoolFactory.JdbcUrl.parameters("jdbc:h2:mem:app;MODE=MySQL")).isEmpty();
		assertThat(ReplicaPoolFactory.JdbcUrl.parameters(null)).isEmpty();
	}

}
