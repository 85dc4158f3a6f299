package io.perfstarter.jdbc;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.sql.Wrapper;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.perfstarter.jdbc.Execution.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockingDetails;

/**
 * Tests that all methods are passed on, and that those that create or execute statements
 * are observed, on any JDK.
 */
class EveryMethodTests {

	private final RecordingListener listener = new RecordingListener();

	private final Connection observed = ObservedConnections.observe(mock(Connection.class, Answers.RETURNS_MOCKS), "r1",
			List.of(this.listener));

	@ParameterizedTest
	@MethodSource
	void everyStatementIsObserved(Method method) throws Exception {
		Object statement = method.invoke(this.observed, arguments(method));
		assertThat(statement).isInstanceOf(method.getReturnType());
		assertThat(((Statement) statement).getConnection()).isSameAs(this.observed);
	}

	static Stream<Method> everyStatementIsObserved() {
		return Arrays.stream(Connection.class.getMethods())
			.filter((method) -> Statement.class.isAssignableFrom(method.getReturnType()));
	}

	@ParameterizedTest
	@MethodSource
	void everyExecutionIsToldOnce(Method method) throws Exception {
		this.listener.events();
		method.invoke(this.observed.prepareCall("prepared"), arguments(method));
		List<String> events = this.listener.events();
		String what = kind(method.getName()) + " " + ((method.getParameterCount() > 0) ? "text" : "prepared");
		assertThat(events).containsExactly("executing " + what, "executed " + what);
	}

	static Stream<Method> everyExecutionIsToldOnce() {
		return Stream.of(Statement.class, PreparedStatement.class, CallableStatement.class)
			.flatMap((type) -> Arrays.stream(type.getMethods()))
			.filter((method) -> method.getName().startsWith("execute"))
			.distinct();
	}

	@ParameterizedTest
	@ValueSource(classes = { Connection.class, Statement.class, PreparedStatement.class, CallableStatement.class,
			ResultSet.class, DatabaseMetaData.class })
	void everyMethodOfTheRunningJdkReachesTheRealObject(Class<? extends Wrapper> type) throws Exception {
		for (Method method : type.getMethods()) {
			Wrapper real = mock(type);
			if (!Modifier.isStatic(method.getModifiers()) && method.getDeclaringClass() != Wrapper.class) {
				Object[] arguments = Arrays.stream(method.getParameterTypes()).map(EveryMethodTests::zero).toArray();
				method.invoke(observed(real), arguments);
				assertThat(mockingDetails(real).getInvocations()).as("%s", method)
					.anyMatch(
							(call) -> call.getMethod().equals(method) && Arrays.equals(call.getArguments(), arguments));
			}
		}
	}

	private Wrapper observed(Wrapper real) {
		ObservedConnection owner = (ObservedConnection) this.observed;
		if (real instanceof CallableStatement statement) {
			return new ObservedCallableStatement(statement, "", owner, null);
		}
		if (real instanceof PreparedStatement statement) {
			return new ObservedPreparedStatement(statement, "", owner, null);
		}
		if (real instanceof Statement statement) {
			return new ObservedStatement(statement, "", owner, null);
		}
		if (real instanceof DatabaseMetaData metaData) {
			return new ObservedConnection.ObservedDatabaseMetaData(metaData, owner);
		}
		if (real instanceof ResultSet rows) {
			return new ObservedResultSet(rows, "", CompositeJdbcListener.NONE, new Execution("", Kind.QUERY, true, 0),
					mock(Statement.class));
		}
		return (Wrapper) ObservedConnections.observe((Connection) real, "r1", List.of(this.listener));
	}

	private static @Nullable Object zero(Class<?> type) {
		return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
	}

	private static Kind kind(String method) {
		return switch (method.replace("Large", "")) {
			case "executeQuery" -> Kind.QUERY;
			case "executeUpdate" -> Kind.UPDATE;
			case "executeBatch" -> Kind.BATCH;
			default -> Kind.ANY;
		};
	}

	private static Object[] arguments(Method method) {
		return Arrays.stream(method.getParameterTypes()).map(EveryMethodTests::argument).toArray();
	}

	private static Object argument(Class<?> type) {
		if (type == String.class) {
			return "text";
		}
		if (type == int.class) {
			return 0;
		}
		return (type != int[].class) ? new String[0] : new int[0];
	}

}
