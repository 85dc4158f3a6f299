package io.perfstarter.reporting;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.junit.jupiter.api.Test;
import org.mockito.Answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link DatabaseFacts} without a server of the database.
 */
class DatabaseFactsTests {

	private final Connection connection = mock(Answers.RETURNS_DEEP_STUBS);

	@Test
	void mysqlReservesNothing() throws SQLException {
		for (String product : new String[] { "MySQL", "MariaDB" }) {
			Statement statement = mock();
			ResultSet row = mock();
			given(this.connection.getMetaData().getDatabaseProductName()).willReturn(product);
			given(this.connection.createStatement()).willReturn(statement);
			given(statement.executeQuery("select @@max_connections, 0")).willReturn(row);
			given(row.next()).willReturn(true);
			given(row.getInt(1)).willReturn(151);
			assertThat(DatabaseFacts.read(this.connection)).isEqualTo(new DatabaseFacts(151, 0));
		}
	}

	@Test
	void failureIsNoAnswer() throws SQLException {
		given(this.connection.getMetaData().getDatabaseProductName()).willReturn("MySQL");
		given(this.connection.createStatement().executeQuery(anyString())).willThrow(new SQLException("gone"));
		assertThat(DatabaseFacts.read(this.connection)).isNull();
	}

	@Test
	void otherDatabasesAreNotKnown() throws SQLException {
		try (Connection h2 = DriverManager.getConnection("jdbc:h2:mem:facts")) {
			assertThat(DatabaseFacts.read(h2)).isNull();
		}
	}

}
