package io.perfstarter.routing.connection;

import java.net.ConnectException;
import java.sql.SQLException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FailureText}.
 */
class FailureTextTests {

	@Test
	void typeStateMessageAndCausesAreNamed() {
		SQLException failure = new SQLException("Connection refused", "08001", new ConnectException("refused"));
		assertThat(FailureText.of(failure))
			.isEqualTo("SQLException (08001): Connection refused, caused by ConnectException: refused");
	}

	@Test
	void whatADatabaseAddsBelowIsLeftOut() {
		assertThat(FailureText.of(new SQLException("Refused\n  Detail: Key (email)=(a@b.c)", "23505")))
			.isEqualTo("SQLException (23505): Refused");
	}

	@ParameterizedTest
	@CsvSource({
			"'at jdbc:x://db/app?user=me&password=s3cret&ssl=true', 'at jdbc:x://db/app?user=me&password=***&ssl=true'",
			"'Pwd: s3cret, more', 'Pwd: ***, more'", "'at jdbc:x://me:s3cret@db/app', 'at jdbc:x://***@db/app'" })
	void secretsAreLeftOut(String message, String shown) {
		assertThat(FailureText.of(new IllegalStateException(message))).isEqualTo("IllegalStateException: " + shown);
	}

	@Test
	void textIsBounded() {
		Throwable failure = new SQLException("x".repeat(10_000));
		for (int i = 0; i < 10; i++) {
			failure = new SQLException("x".repeat(10_000), failure);
		}
		assertThat(FailureText.of(failure)).hasSizeLessThan(1_000);
		assertThat(FailureText.of(new SQLException())).isEqualTo("SQLException");
	}

}
