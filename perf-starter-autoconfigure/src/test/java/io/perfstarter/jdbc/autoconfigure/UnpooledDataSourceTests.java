package io.perfstarter.jdbc.autoconfigure;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.util.Credentials;
import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;

/**
 * Tests for {@link UnpooledDataSource}.
 */
@Tag(Tier.CI)
class UnpooledDataSourceTests {

	private final HikariConfig pool = new HikariConfig();

	private final Driver driver = mock();

	private final UnpooledDataSource probe = new UnpooledDataSource(this.pool);

	@Test
	void opensANewConnectionWithTheCredentialsThatThePoolHasByThen() throws Exception {
		String url = "jdbc:h2:mem:unpooled;DB_CLOSE_DELAY=-1";
		DriverManager.getConnection(url, "sa", "").close();
		this.pool.setJdbcUrl(url);
		this.pool.setUsername("sa");
		this.pool.setPassword("old");
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> this.probe.getConnection().close())
			.withMessageContaining("Wrong user name or password");
		this.pool.setPassword("");
		try (Connection first = this.probe.getConnection(); Connection second = this.probe.getConnection()) {
			assertThat(first).isNotSameAs(second);
		}
	}

	@Test
	void usesTheDataSourceOfAPoolWithoutUrl() throws Exception {
		DataSource server = mock();
		Connection own = mock();
		Connection ofUser = mock();
		given(server.getConnection()).willReturn(own);
		given(server.getConnection("set", "secret")).willReturn(ofUser);
		this.pool.setDataSource(server);
		assertThat(this.probe.getConnection()).isSameAs(own);
		this.pool.setCredentials(Credentials.of("set", "secret"));
		assertThat(this.probe.getConnection()).isSameAs(ofUser);
	}

	@Test
	void credentialsOfAProviderTakePrecedence() {
		this.pool.setUsername("set");
		assertThat(UnpooledDataSource.credentials(this.pool).getUsername()).isEqualTo("set");
		this.pool.setCredentialsProvider(() -> Credentials.of("supplied", ""));
		assertThat(UnpooledDataSource.credentials(this.pool).getUsername()).isEqualTo("supplied");
	}

	@Test
	void seesTheTablesThatThePoolSees() throws Exception {
		this.pool.setJdbcUrl("jdbc:h2:mem:seen;INIT=create schema if not exists own");
		this.pool.setSchema("OWN");
		this.pool.setConnectionInitSql("create table tickets (id int)");
		try (Connection connection = this.probe.getConnectionAsOfPool()) {
			assertThat(connection.getSchema()).isEqualTo("OWN");
			assertThat(connection.getMetaData().getTables(null, "OWN", "TICKETS", null).next()).isTrue();
		}
	}

	@Test
	void setsThemUpInTheOrderOfThePool() throws Exception {
		Connection connection = open();
		Statement statement = mock();
		given(connection.createStatement()).willReturn(statement);
		this.pool.setCatalog("parking");
		this.pool.setSchema("own");
		this.pool.setConnectionInitSql("set role reader");
		assertThat(this.probe.getConnectionAsOfPool()).isSameAs(connection);
		InOrder order = inOrder(connection, statement);
		then(connection).should(order).setCatalog("parking");
		then(connection).should(order).setSchema("own");
		then(statement).should(order).execute("set role reader");
		then(connection).should(never()).close();
	}

	@Test
	void leavesNoneOpenThatCannotBeSetUp() throws Exception {
		Connection connection = open();
		this.pool.setSchema("gone");
		willThrow(new SQLException("No such schema")).given(connection).setSchema("gone");
		assertThatExceptionOfType(SQLException.class).isThrownBy(this.probe::getConnectionAsOfPool);
		then(connection).should().close();
	}

	@Test
	void setsUpNothingThatIsBlankOrNotWanted() throws Exception {
		Connection connection = open();
		this.pool.setCatalog("");
		this.pool.setConnectionInitSql(" ");
		this.probe.getConnectionAsOfPool();
		this.pool.setSchema("own");
		this.probe.getConnection();
		then(connection).shouldHaveNoInteractions();
	}

	private Connection open() throws SQLException {
		this.pool.setJdbcUrl("jdbc:mock:");
		given(this.driver.acceptsURL("jdbc:mock:")).willReturn(true);
		Connection connection = mock();
		given(this.driver.connect(eq("jdbc:mock:"), any())).willReturn(connection);
		DriverManager.registerDriver(this.driver);
		return connection;
	}

	@AfterEach
	void forgetDriver() throws SQLException {
		DriverManager.deregisterDriver(this.driver);
	}

	@Test
	void limitsTheLoginWithoutTheTimeoutOfTheJvm() throws Exception {
		int before = DriverManager.getLoginTimeout();
		this.pool.setJdbcUrl("jdbc:postgresql://db/app");
		this.probe.setLoginTimeout(before + 1);
		assertThat(this.probe.getLoginTimeout()).isEqualTo(before + 1);
		assertThat(DriverManager.getLoginTimeout()).isEqualTo(before);
	}

	@Test
	void limitsNoLoginOfOtherDrivers() {
		this.pool.setJdbcUrl("jdbc:h2:mem:x");
		assertThatExceptionOfType(SQLFeatureNotSupportedException.class)
			.isThrownBy(() -> this.probe.setLoginTimeout(1));
	}

}
