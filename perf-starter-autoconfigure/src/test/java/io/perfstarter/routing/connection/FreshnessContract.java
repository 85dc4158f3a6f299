package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

/**
 * What routing expects of a {@link FreshnessProbe}, tested with a real primary and
 * replica.
 */
@Timeout(120)
abstract class FreshnessContract {

	private static final int COMMITS = 300;

	private final FreshnessProbe probe;

	private final Servers servers;

	FreshnessContract(FreshnessProbe probe, Servers servers) {
		this.probe = probe;
		this.servers = servers;
	}

	/**
	 * Starts a pair that the test may break.
	 */
	abstract Servers separate();

	/**
	 * Asserts what a replica says of the primary of another pair, which not every server
	 * can tell.
	 */
	void assertOfAnotherPair(@Nullable String whyForeign) {
		assertThat(whyForeign).isNull();
	}

	private Position primary(DataSource server) throws SQLException {
		try (Connection connection = server.getConnection()) {
			Sample sample = this.probe.primary(connection);
			assertThat(sample.inRecovery()).isFalse();
			return Objects.requireNonNull(sample.position());
		}
	}

	private Position replica(DataSource server) throws SQLException {
		try (Connection connection = server.getConnection()) {
			Sample sample = this.probe.replica(connection);
			assertThat(sample.inRecovery()).isTrue();
			return Objects.requireNonNull(sample.position());
		}
	}

	private Position primary() throws SQLException {
		return primary(this.servers.primary());
	}

	private Position replica() throws SQLException {
		return replica(this.servers.replica());
	}

	private void write(String sql) throws SQLException {
		write(this.servers.primary(), sql);
	}

	private static void write(DataSource server, String sql) throws SQLException {
		try (Connection connection = server.getConnection(); Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	@Test
	void aReplicaAtThePositionShowsEachCommitThatHasReturned() throws Exception {
		write("create table shown (id int primary key)");
		write("create table others (id int primary key)");
		AtomicBoolean ended = new AtomicBoolean();
		CompletableFuture<Void> others = CompletableFuture.runAsync(() -> writeUntil(ended));
		int waits = 0;
		try (Connection primary = this.servers.primary().getConnection();
				Connection probed = this.servers.primary().getConnection();
				Connection replica = this.servers.replica().getConnection();
				Statement write = primary.createStatement();
				Statement read = replica.createStatement()) {
			for (int i = 0; i < COMMITS; i++) {
				write.execute("insert into shown values (%d)".formatted(i));
				Position position = Objects.requireNonNull(this.probe.primary(probed).position());
				while (!Objects.requireNonNull(this.probe.replica(replica).position()).includes(position)) {
					waits++;
				}
				try (ResultSet row = read.executeQuery("select count(*) from shown where id = %d".formatted(i))) {
					row.next();
					assertThat(row.getInt(1)).as("commit %d on the replica", i).isOne();
				}
			}
		}
		finally {
			ended.set(true);
			others.join();
		}
		assertThat(waits).as("samples of a replica that was behind").isPositive();
	}

	private void writeUntil(AtomicBoolean ended) {
		try (Connection connection = this.servers.primary().getConnection();
				Statement statement = connection.createStatement()) {
			for (int i = 0; !ended.get(); i++) {
				statement.execute("insert into others values (%d)".formatted(i));
			}
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void thePositionsOfAPrimaryGrow() throws SQLException {
		write("create table growing (id int primary key)");
		Position before = primary();
		assertThat(before.includes(before)).isTrue();
		write("insert into growing values (1)");
		Position after = primary();
		assertThat(after.includes(before)).isTrue();
		assertThat(before.includes(after)).isFalse();
	}

	@Test
	void aReplicaThatIsBehindDoesNotIncludeThePrimary() throws SQLException {
		write("create table missed (id int primary key)");
		Position before = primary();
		await().until(() -> replica().includes(before));
		this.servers.pause();
		try {
			write("insert into missed values (1)");
			Position after = primary();
			Position replica = replica();
			assertThat(replica.includes(before)).isTrue();
			assertThat(replica.includes(after)).isFalse();
			assertThat(replica.whyForeign(after)).isNull();
			this.servers.resume();
			await().until(() -> replica().includes(after));
		}
		finally {
			this.servers.resume();
		}
	}

	@Test
	void otherInstancesReadAnEncodedPosition() throws SQLException {
		Position position = primary();
		assertThat(Position.decode(position.encode())).usingRecursiveComparison()
			.ignoringFields("database")
			.isEqualTo(position);
	}

	@Test
	void aPositionOfAnotherDatabaseIsNotComparable() throws SQLException {
		Position other = mock(Position.class);
		assertThat(primary().includes(other)).isFalse();
		assertThat(replica().includes(other)).isFalse();
		assertThat(replica().whyForeign(other)).isNull();
	}

	@Test
	void afterAFailoverThePositionDoesNotIncludeTheLastOne() throws SQLException {
		Servers pair = separate();
		write(pair.primary(), "create table kept (id int primary key)");
		Position last = primary(pair.primary());
		await().until(() -> replica(pair.replica()).includes(last));
		assertOfAnotherPair(replica(pair.replica()).whyForeign(primary()));
		pair.promote();
		Position next = primary(pair.replica());
		assertThat(next.includes(last)).isFalse();
		write(pair.replica(), "insert into kept values (1)");
		Position written = primary(pair.replica());
		assertThat(written.includes(next)).isTrue();
		assertThat(written.includes(last)).isFalse();
	}

	/**
	 * A primary and its replica.
	 */
	interface Servers {

		DataSource primary();

		DataSource replica();

		/**
		 * Stops the replica from executing what it receives.
		 */
		void pause();

		void resume();

		void promote();

	}

}
