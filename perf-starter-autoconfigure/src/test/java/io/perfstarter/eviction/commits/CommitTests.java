package io.perfstarter.eviction.commits;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.perfstarter.coherence.autoconfigure.TestDiscoveryClient;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.PGConnection;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Tests for what two instances read after a change that was committed or rolled back,
 * however the changing method ended.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class CommitTests {

	private final AtomicLong ids = new AtomicLong();

	private final TestDiscoveryClient registry = new TestDiscoveryClient();

	private EmbeddedPostgres database;

	private Instance first;

	private Instance second;

	abstract Class<?> application();

	@BeforeAll
	void start() throws Exception {
		this.database = EmbeddedPostgres.builder().setPGStartupWait(Duration.ofSeconds(60)).start();
		String url = this.database.getJdbcUrl("postgres", "postgres");
		this.first = new Instance(application(), this.registry, url);
		this.first.jdbc().execute("create table price (id bigint primary key, amount varchar(10))");
		this.first.jdbc()
			.execute("create table price_change (id bigint references price deferrable initially deferred)");
		this.first.jdbc()
			.execute("create function set_price(bigint) returns int language sql as "
					+ "$$ update price set amount = 'new' where id = $1 returning 1 $$");
		this.first.jdbc()
			.execute("create procedure set_price_and_fail(bigint) language plpgsql as "
					+ "$$ begin update price set amount = 'new' where id = $1; commit; "
					+ "insert into price values ($1, 'old'); end $$");
		this.second = new Instance(application(), this.registry, url);
		await().until(() -> this.first.peers() == 1 && this.second.peers() == 1);
	}

	@AfterAll
	void stop() throws Exception {
		this.first.close();
		this.second.close();
		this.database.close();
	}

	Instance instance() {
		return this.first;
	}

	Stream<Arguments> committed() {
		return Stream.of(named("@CacheEvict, exception after a commit", (id) -> prices().evicting(id, () -> {
			instance().inTransaction(() -> write(id));
			throw new IllegalStateException();
		})), named("@CachePut, exception after a commit", (id) -> prices().putting(id, () -> {
			instance().inTransaction(() -> write(id));
			throw new IllegalStateException();
		})), named("@CacheEvict, it returns, in a transaction",
				(id) -> prices().evictingInTransaction(id, () -> write(id))),
				named("@CacheEvict, checked exception", (id) -> prices().evictingInTransaction(id, () -> {
					write(id);
					throw new IOException();
				})), named("@CacheEvict, inner REQUIRES_NEW, outer rollback",
						(id) -> prices().evictingInTransaction(id, () -> {
							instance().inNewTransaction(() -> write(id));
							throw new IllegalStateException();
						})),
				named("@CacheEvict, stage fails after a commit of its thread",
						(id) -> prices().evictingStage(id, () -> CompletableFuture.runAsync(() -> {
							instance().inTransaction(() -> write(id));
							throw new IllegalStateException();
						}, instance().executor))),
				named("@CacheEvict, programmatic transaction around it commits later",
						(id) -> instance().inTransaction(() -> {
							prices().evicting(id, () -> write(id));
							this.second.prices().price(id);
							return prices().price(id);
						})),
				named("it returns, in a transaction", (id) -> prices().inTransaction(id, () -> write(id))),
				named("it returns, without a transaction", (id) -> prices().alone(id, () -> writeAlone(id))),
				named("it returns after a change that nobody observes, in a transaction",
						(id) -> prices().inTransaction(id, () -> writeUnobserved(id))),
				named("stage succeeds after a change that nobody observes, in a transaction",
						(id) -> prices().stageInTransaction(id,
								() -> CompletableFuture.completedFuture(writeUnobserved(id)))),
				named("checked exception", (id) -> prices().inTransaction(id, () -> {
					write(id);
					throw new IOException();
				})), named("checked exception, key by result", (id) -> prices().inTransactionByResult(id, () -> {
					write(id);
					throw new IOException();
				})), named("noRollbackFor", (id) -> prices().withoutRollback(id, () -> {
					write(id);
					throw new IllegalStateException();
				})), named("exception after a commit", (id) -> prices().alone(id, () -> {
					instance().inTransaction(() -> write(id));
					throw new IllegalStateException();
				})), named("exception after a commit, key by result", (id) -> prices().aloneByResult(id, () -> {
					instance().inTransaction(() -> write(id));
					throw new IllegalStateException();
				})), named("error after a commit", (id) -> prices().alone(id, () -> {
					instance().inTransaction(() -> write(id));
					throw new AssertionError();
				})), named("exception after a commit and a rollback", (id) -> prices().alone(id, () -> {
					instance().inTransaction(() -> write(id));
					instance().inTransaction(() -> {
						write(id);
						throw new IllegalStateException();
					});
					return id;
				})), named("exception after a statement without a transaction", (id) -> prices().alone(id, () -> {
					writeAlone(id);
					throw new IllegalStateException();
				})), named("exception after a statement without a transaction, key by result",
						(id) -> prices().aloneByResult(id, () -> {
							writeAlone(id);
							throw new IllegalStateException();
						})),
				named("inner REQUIRES_NEW, outer rollback", (id) -> prices().inTransaction(id, () -> {
					instance().inNewTransaction(() -> write(id));
					throw new IllegalStateException();
				})), named("inner REQUIRES_NEW, outer rollback, key by result",
						(id) -> prices().inTransactionByResult(id, () -> {
							instance().inNewTransaction(() -> write(id));
							throw new IllegalStateException();
						})),
				named("inner REQUIRES_NEW, rollback by the caller", (id) -> instance().inTransaction(() -> {
					prices().inTransaction(id, () -> {
						instance().inNewTransaction(() -> write(id));
						return id;
					});
					throw new IllegalStateException();
				})), named("NOT_SUPPORTED, rollback by the caller", (id) -> instance().inTransaction(() -> {
					prices().suspending(id, () -> {
						writeAlone(id);
						throw new IOException();
					});
					return id;
				})), named("programmatic transaction around it commits", (id) -> instance().inTransaction(() -> {
					try {
						prices().alone(id, () -> {
							write(id);
							throw new IOException();
						});
					}
					catch (IOException ex) {
						return ex;
					}
					return id;
				})),
				named("transaction of another manager around it commits later", (id) -> instance().inTransaction(() -> {
					prices().byOtherManager(id, () -> write(id));
					this.second.prices().price(id);
					return prices().price(id);
				})), named("transaction of another manager is rolled back", (id) -> prices().byOtherManager(id, () -> {
					instance().inTransaction(() -> write(id));
					throw new IllegalStateException();
				})), named("exception after work of another thread", (id) -> prices().alone(id, () -> {
					instance().beside(() -> committed(id)).get();
					throw new IllegalStateException();
				})), named("rollback after work of another thread", (id) -> prices().inTransaction(id, () -> {
					instance().beside(() -> committed(id)).get();
					throw new IllegalStateException();
				})), named("exception before another thread commits", this::overtakeWorker),
				named("stage fails after a commit of its thread",
						(id) -> prices().stage(id, () -> CompletableFuture.runAsync(() -> {
							instance().inTransaction(() -> write(id));
							throw new IllegalStateException();
						}, instance().executor))),
				named("stage fails after a commit of its thread, key by result",
						(id) -> prices().stageByResult(id, () -> CompletableFuture.runAsync(() -> {
							instance().inTransaction(() -> write(id));
							throw new IllegalStateException();
						}, instance().executor))),
				named("stage has failed after a commit", (id) -> prices().stage(id, () -> {
					instance().inTransaction(() -> write(id));
					return CompletableFuture.failedFuture(new IllegalStateException());
				})), named("stage has failed, transaction commits", (id) -> prices().stageInTransaction(id, () -> {
					write(id);
					return CompletableFuture.failedFuture(new IOException());
				})), named("stage fails after its transaction has committed", (id) -> {
					CompletableFuture<Object> stage = new CompletableFuture<>();
					prices().stageInTransaction(id, () -> {
						write(id);
						return stage;
					});
					stage.completeExceptionally(new IllegalStateException());
				}), named("stage succeeds after a commit of its thread, its caller's transaction is rolled back",
						(id) -> instance().inTransaction(() -> {
							prices()
								.stage(id,
										() -> CompletableFuture.supplyAsync(() -> committed(id), instance().executor))
								.toCompletableFuture()
								.get();
							throw new IllegalStateException();
						})),
				named("stage throws instead of failing", (id) -> prices().stage(id, () -> {
					instance().inTransaction(() -> write(id));
					throw new IllegalStateException();
				})),
				named("checked exception, and a commit after the commit", (id) -> prices().inTransaction(id, () -> {
					TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
						@Override
						public void afterCommit() {
							instance().inNewTransaction(() -> write(id));
						}
					});
					throw new IOException();
				})), named("the caller gives up a stage that succeeds", (id) -> {
					CountDownLatch gaveUp = new CountDownLatch(1);
					CompletableFuture<?> stage = prices().stage(id, () -> CompletableFuture.supplyAsync(() -> {
						awaitQuietly(gaveUp);
						return committed(id);
					}, instance().executor)).toCompletableFuture();
					stage.completeExceptionally(new TimeoutException());
					gaveUp.countDown();
				}));
	}

	/**
	 * Cases in which it is committed by statements of the method's own.
	 */
	Stream<Arguments> committedByStatements() {
		return Stream.of(named("commit of a plain connection", (id) -> prices().alone(id, () -> {
			try (Connection connection = instance().jdbc().getDataSource().getConnection()) {
				connection.setAutoCommit(false);
				try (PreparedStatement statement = connection
					.prepareStatement("update price set amount = 'new' where id = ?")) {
					statement.setLong(1, id);
					statement.executeUpdate();
				}
				connection.commit();
				connection.setAutoCommit(true);
			}
			throw new IllegalStateException();
		})), named("exception after the commit of a transaction that the caller has begun", (id) -> {
			try (Connection connection = instance().jdbc().getDataSource().getConnection()) {
				connection.setAutoCommit(false);
				update(connection, id);
				prices().alone(id, () -> {
					connection.commit();
					throw new IllegalStateException();
				});
			}
		}), named("exception after auto-commit ends a transaction that the caller has begun", (id) -> {
			try (Connection connection = instance().jdbc().getDataSource().getConnection()) {
				connection.setAutoCommit(false);
				update(connection, id);
				prices().alone(id, () -> {
					connection.setAutoCommit(true);
					throw new IllegalStateException();
				});
			}
		}), named("exception before the caller commits a transaction that Spring does not know", (id) -> {
			try (Connection connection = instance().jdbc().getDataSource().getConnection()) {
				connection.setAutoCommit(false);
				try {
					prices().alone(id, () -> {
						update(connection, id);
						throw new IllegalStateException();
					});
				}
				finally {
					connection.commit();
				}
			}
		}), named("the caller commits later a change that it has made before", (id) -> {
			try (Connection connection = instance().jdbc().getDataSource().getConnection()) {
				connection.setAutoCommit(false);
				update(connection, id);
				prices().alone(id, () -> id);
				readByBoth(id);
				connection.commit();
			}
		}), named("the caller commits later a change of the method", (id) -> {
			try (Connection connection = instance().jdbc().getDataSource().getConnection()) {
				connection.setAutoCommit(false);
				prices().alone(id, () -> update(connection, id));
				readByBoth(id);
				connection.commit();
			}
		}), named("a function that changes data", (id) -> prices().alone(id, () -> {
			instance().jdbc().queryForObject("select set_price(?)", Integer.class, id);
			throw new IllegalStateException();
		})), named("update returning", (id) -> prices().alone(id, () -> {
			instance().jdbc()
				.queryForObject("update price set amount = 'new' where id = ? returning id", Long.class, id);
			throw new IllegalStateException();
		})), named("exception after a procedure that commits and fails",
				(id) -> prices().alone(id, () -> instance().jdbc().update("call set_price_and_fail(?)", id))),
				named("exception after COMMIT as text", (id) -> prices().alone(id, () -> {
					try (Connection connection = instance().jdbc().getDataSource().getConnection();
							Statement statement = connection.createStatement()) {
						connection.setAutoCommit(false);
						statement.execute("update price set amount = 'new' where id = " + id);
						statement.execute("commit");
						connection.setAutoCommit(true);
					}
					throw new IllegalStateException();
				})), named("exception after a change of the unwrapped connection", (id) -> prices().alone(id, () -> {
					try (Connection connection = instance().jdbc().getDataSource().getConnection();
							Statement statement = ((Connection) connection.unwrap(PGConnection.class))
								.createStatement()) {
						statement.execute("update price set amount = 'new' where id = " + id);
					}
					throw new IllegalStateException();
				})), named("exception after a change of a row of a result", (id) -> prices().alone(id, () -> {
					try (Connection connection = instance().jdbc().getDataSource().getConnection();
							Statement statement = connection.createStatement(ResultSet.TYPE_FORWARD_ONLY,
									ResultSet.CONCUR_UPDATABLE);
							ResultSet rows = statement.executeQuery("select id, amount from price where id = " + id)) {
						rows.next();
						rows.updateString("amount", "new");
						rows.updateRow();
					}
					throw new IllegalStateException();
				})), named("exception after a statement on a connection that another thread had before", (id) -> {
					try (Connection connection = borrowedBeside()) {
						prices().alone(id, () -> {
							instance().beside(() -> update(connection, id)).get();
							throw new IllegalStateException();
						});
					}
				}), named("exception after a commit of a connection that another thread had before", (id) -> {
					try (Connection connection = borrowedBeside()) {
						prices().alone(id, () -> {
							instance().beside(() -> {
								connection.setAutoCommit(false);
								update(connection, id);
								connection.commit();
								connection.setAutoCommit(true);
								return id;
							}).get();
							throw new IllegalStateException();
						});
					}
				}), named("exception after a batch", (id) -> prices().alone(id, () -> {
					instance().jdbc().batchUpdate("update price set amount = 'new' where id = " + id);
					throw new IllegalStateException();
				})));
	}

	/**
	 * Cases in which nothing is committed.
	 */
	Stream<Arguments> rolledBack() {
		return Stream.of(named("@CacheEvict, exception", (id) -> prices().evictingInTransaction(id, () -> {
			write(id);
			throw new IllegalStateException();
		})), named("@CacheEvict, rollback by the caller", (id) -> instance().inTransaction(() -> {
			prices().evictingInTransaction(id, () -> write(id));
			throw new IllegalStateException();
		})), named("exception", (id) -> prices().inTransaction(id, () -> {
			write(id);
			throw new IllegalStateException();
		})), named("exception, key by result", (id) -> prices().inTransactionByResult(id, () -> {
			write(id);
			throw new IllegalStateException();
		})), named("rollback by the caller", (id) -> instance().inTransaction(() -> {
			prices().inTransaction(id, () -> write(id));
			throw new IllegalStateException();
		})), named("exception in REQUIRES_NEW", (id) -> prices().inTransaction(id, () -> {
			instance().inNewTransaction(() -> {
				write(id);
				throw new IllegalStateException();
			});
			return id;
		})), named("exception after a rollback, without a transaction", (id) -> prices().alone(id, () -> {
			instance().inTransaction(() -> {
				write(id);
				throw new IllegalStateException();
			});
			return id;
		})), named("stage has failed, transaction is rolled back", (id) -> prices().stageInTransaction(id, () -> {
			write(id);
			return CompletableFuture.failedFuture(new IllegalStateException());
		})));
	}

	/**
	 * Cases in which nothing is changed, which only statements can tell.
	 */
	Stream<Arguments> unchanged() {
		return Stream.of(named("exception before any statement", (id) -> prices().aloneByResult(id, () -> {
			throw new IllegalStateException();
		})), named("checked exception before any statement", (id) -> prices().inTransactionByResult(id, () -> {
			throw new IOException();
		})), named("exception after a query", (id) -> prices().aloneByResult(id, () -> {
			query(id);
			throw new IllegalStateException();
		})), named("checked exception after a query", (id) -> prices().inTransactionByResult(id, () -> {
			query(id);
			throw new IOException();
		})), named("exception after a transaction that only read", (id) -> prices().aloneByResult(id, () -> {
			instance().inTransaction(() -> query(id));
			throw new IllegalStateException();
		})), named("violated constraint",
				(id) -> prices().aloneByResult(id,
						() -> instance().jdbc().update("insert into price values (?, 'new')", id))),
				named("exception after a rollback of another thread", (id) -> prices().aloneByResult(id, () -> {
					instance().beside(() -> {
						instance().inTransaction(() -> {
							write(id);
							throw new IllegalStateException();
						});
						return id;
					}).get();
					return id;
				})), named("stage fails before any statement",
						(id) -> prices().stageByResult(id, () -> CompletableFuture.supplyAsync(() -> {
							throw new IllegalStateException();
						}, instance().executor))));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource({ "committed", "committedByStatements" })
	void whatIsCommittedIsReadByBoth(String name, Change change) {
		long id = cachedByBoth();
		carryOut(change, id);
		await().until(() -> "new".equals(stored(id)));
		await().untilAsserted(() -> {
			assertThat(this.first.prices().price(id)).as("where it was changed").isEqualTo("new");
			assertThat(this.second.prices().price(id)).as("at the peer").isEqualTo("new");
		});
	}

	/**
	 * Cases in which the change is committed while the method goes on; names of those
	 * that only statements can tell begin with "statement".
	 */
	Stream<Arguments> committedWithin() {
		return Stream.of(within("transaction, @CacheEvict", (id, then) -> prices().evicting(id, () -> {
			instance().inTransaction(() -> write(id));
			return then.run();
		})), within("statement on its own, @CacheEvict", (id, then) -> prices().evicting(id, () -> {
			writeAlone(id);
			return then.run();
		})), within("transaction", (id, then) -> prices().alone(id, () -> {
			instance().inTransaction(() -> write(id));
			return then.run();
		})), within("transaction, key by result", (id, then) -> prices().aloneByResult(id, () -> {
			instance().inTransaction(() -> write(id));
			return then.run();
		})), within("transaction REQUIRES_NEW", (id, then) -> prices().inTransaction(id, () -> {
			instance().inNewTransaction(() -> write(id));
			return then.run();
		})), within("transaction of an annotated method", (id, then) -> prices().alone(id, () -> {
			prices().inTransaction(id, () -> write(id));
			return then.run();
		})), within("transaction in NOT_SUPPORTED",
				(id, then) -> instance().inTransaction(() -> prices().suspending(id, () -> {
					instance().inTransaction(() -> write(id));
					return then.run();
				}))), within("transaction, then rollback", (id, then) -> prices().inTransaction(id, () -> {
					instance().inNewTransaction(() -> write(id));
					then.run();
					throw new IllegalStateException();
				})), within("statement on its own", (id, then) -> prices().alone(id, () -> {
					writeAlone(id);
					return then.run();
				})), within("statement on its own, key by result", (id, then) -> prices().aloneByResult(id, () -> {
					writeAlone(id);
					return then.run();
				})));
	}

	/**
	 * Cases in which statements of the method's own commit it while the method goes on.
	 */
	Stream<Arguments> committedWithinByStatements() {
		return Stream.of(within("statement that calls a function", (id, then) -> prices().alone(id, () -> {
			instance().jdbc().queryForObject("select set_price(?)", Integer.class, id);
			return then.run();
		})), within("statement and commit of a plain connection", (id, then) -> prices().alone(id, () -> {
			try (Connection connection = instance().jdbc().getDataSource().getConnection()) {
				connection.setAutoCommit(false);
				update(connection, id);
				connection.commit();
				return then.run();
			}
		})), within("statement and auto-commit of a plain connection", (id, then) -> prices().alone(id, () -> {
			try (Connection connection = instance().jdbc().getDataSource().getConnection()) {
				connection.setAutoCommit(false);
				update(connection, id);
				connection.setAutoCommit(true);
				return then.run();
			}
		})), within("statement of a transaction that the caller has begun", (id, then) -> {
			try (Connection connection = instance().jdbc().getDataSource().getConnection()) {
				connection.setAutoCommit(false);
				update(connection, id);
				prices().alone(id, () -> {
					connection.commit();
					return then.run();
				});
			}
		}));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource({ "committedWithin", "committedWithinByStatements" })
	void whatIsCommittedWithinTheMethodIsReadByBothWithinTheBound(String name, Within change) {
		long id = cachedByBoth();
		List<String> read = new ArrayList<>();
		carryOut((ignored) -> change.carryOut(id, () -> {
			assertThat(elsewhere(() -> stored(id))).isEqualTo("new");
			await().until(() -> "new".equals(elsewhere(() -> this.first.prices().price(id)))
					&& "new".equals(this.second.prices().price(id)));
			read.add("new");
			return id;
		}), id);
		assertThat(read).containsExactly("new");
		assertThat(this.first.changeAge()).isZero();
	}

	private static String elsewhere(Supplier<String> read) {
		return CompletableFuture.supplyAsync(read).join();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("rolledBack")
	void whatIsRolledBackEvictsNothing(String name, Change change) {
		assertEvictsNothing(change);
	}

	void assertEvictsNothing(Change change) {
		long id = cachedByBoth();
		double before = this.first.evictions();
		carryOut(change, id);
		assertThat(stored(id)).isEqualTo("old");
		assertThat(this.first.evictions() - before).isZero();
	}

	long cachedByBoth() {
		long id = this.ids.incrementAndGet();
		this.first.jdbc().update("insert into price values (?, 'old')", id);
		assertThat(this.first.prices().price(id)).isEqualTo("old");
		assertThat(this.second.prices().price(id)).isEqualTo("old");
		return id;
	}

	private static void carryOut(Change change, long id) {
		try {
			change.carryOut(id);
		}
		catch (Exception | AssertionError ex) {
			// As the case wants it; what is stored says whether it has done its part.
		}
	}

	/**
	 * The caller gives up while the transaction of another thread is open.
	 */
	private void overtakeWorker(long id) throws Exception {
		CountDownLatch written = new CountDownLatch(1);
		CountDownLatch gaveUp = new CountDownLatch(1);
		try {
			prices().alone(id, () -> {
				instance().beside(() -> {
					instance().inTransaction(() -> {
						write(id);
						query(id);
						written.countDown();
						gaveUp.await();
						return id;
					});
					return id;
				});
				written.await();
				throw new IllegalStateException();
			});
		}
		finally {
			// What is read between is the old value, which has to go with the commit.
			prices().price(id);
			this.second.prices().price(id);
			gaveUp.countDown();
		}
	}

	private Connection borrowedBeside() throws Exception {
		return (Connection) instance().beside(() -> instance().jdbc().getDataSource().getConnection()).get();
	}

	private void readByBoth(long id) {
		assertThat(prices().price(id)).isEqualTo("old");
		await().untilAsserted(() -> assertThat(this.second.prices().price(id)).isEqualTo("old"));
	}

	private static Object update(Connection connection, long id) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			return statement.executeUpdate("update price set amount = 'new' where id = " + id);
		}
	}

	private static void awaitQuietly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private Prices prices() {
		return this.first.prices();
	}

	Object write(long id) {
		this.first.store().write(id);
		return id;
	}

	private Object writeAlone(long id) {
		this.first.store().writeAlone(id);
		return id;
	}

	private Object writeUnobserved(long id) {
		new JdbcTemplate(this.database.getPostgresDatabase()).update("update price set amount = 'new' where id = ?",
				id);
		return id;
	}

	private Object committed(long id) {
		this.first.inTransaction(() -> write(id));
		return id;
	}

	private Object query(long id) {
		return this.first.jdbc().queryForList("select id, amount from price where id = ?", id);
	}

	String stored(long id) {
		return this.first.jdbc().queryForObject("select amount from price where id = ?", String.class, id);
	}

	private static Arguments within(String name, Within change) {
		return arguments(name, change);
	}

	static Arguments named(String name, Change change) {
		return arguments(name, change);
	}

	/**
	 * A change of one price.
	 */
	@FunctionalInterface
	interface Change {

		void carryOut(long id) throws Exception;

	}

	/**
	 * A change of one price by a method that goes on.
	 */
	@FunctionalInterface
	interface Within {

		void carryOut(long id, Body then) throws Exception;

	}

}
