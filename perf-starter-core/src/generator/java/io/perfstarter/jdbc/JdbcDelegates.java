package io.perfstarter.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.ElementFilter;
import javax.tools.ToolProvider;

/**
 * Writes the classes of {@code io.perfstarter.jdbc} that delegate each method of a JDBC
 * interface. What is observed stands in the classes that extend them.
 *
 * <p>
 * Usage: {@code java JdbcDelegates.java <Java version> <folder of sources>}. The compiler
 * supplies the interfaces as that version has them, on any JDK.
 */
@SupportedAnnotationTypes("*")
final class JdbcDelegates extends AbstractProcessor {

	/**
	 * Methods of a connection that the class above writes.
	 */
	private static final Set<String> OBSERVED = Set.of("abort", "close", "commit", "getMetaData", "rollback",
			"setAutoCommit", "setClientInfo");

	/**
	 * Settings of a connection that a pool resets when the connection is returned.
	 */
	private static final Set<String> SETTINGS = Set.of("setNetworkTimeout", "setReadOnly", "setSavepoint",
			"setTransactionIsolation");

	/**
	 * Settings that only the caller resets.
	 */
	private static final Set<String> LASTING_SETTINGS = Set.of("setCatalog", "setHoldability", "setSchema",
			"setTypeMap");

	/**
	 * Methods after which a connection or statement can still be replaced.
	 */
	private static final Set<String> HARMLESS = Set.of("cancel", "clearWarnings", "createArrayOf", "getAutoCommit",
			"getCatalog", "getFetchSize", "getMaxRows", "getParameterMetaData", "getQueryTimeout", "getSchema",
			"getTransactionIsolation", "getWarnings", "isClosed", "isReadOnly", "isValid");

	/**
	 * Methods of a statement that the class above writes.
	 */
	private static final Set<String> OBSERVED_BY_STATEMENT = Set.of("addBatch", "clearBatch", "close", "getConnection");

	/**
	 * Inputs that can be read only once.
	 */
	private static final Set<String> STREAMS = Set.of("java.io.InputStream", "java.io.Reader", "java.sql.Blob",
			"java.sql.Clob", "java.sql.NClob");

	private static final String CLASS = """
			package io.perfstarter.jdbc;

			import java.sql.*;

			import org.jspecify.annotations.NullUnmarked;

			/**
			 * Delegates each method of {@link java.sql.%1$s}.
			 */
			@NullUnmarked
			@SuppressWarnings({ "deprecation", "removal" })
			abstract class Delegating%1$s extends %2$s implements %1$s {
			""";

	private static final String OF_OBJECT = """

				private final %1$s real;

				Delegating%1$s(%1$s real, String pool) {
					super(pool);
					this.real = real;
				}

				@Override
				final %1$s real() {
					return this.real;
				}
			""";

	// Changes when a lost connection is replaced.
	private static final String OF_REPLACEABLE = OF_OBJECT.replace("final %1$s real;", "volatile %1$s real;") + """

				final void replaceBy(%1$s other) {
					this.real = other;
				}
			""";

	private static final String OF_STATEMENT = """

				Delegating%1$s(%1$s real, String prepared, ObservedConnection owner, JdbcCall<Connection, ?> creation) {
					super(real, prepared, owner, creation);
				}
			""";

	private static final String METHOD = """

				@Override
				public %s%s %s(%s)%s {
					%s
				}
			""";

	private static final String HOOKS_OF_CONNECTION = """

				abstract Statement statement(boolean updatable, JdbcCall<Connection, Statement> call) throws SQLException;

				abstract PreparedStatement prepared(String sql, boolean updatable, JdbcCall<Connection, PreparedStatement> call)
						throws SQLException;

				abstract CallableStatement callable(String sql, boolean updatable, JdbcCall<Connection, CallableStatement> call)
						throws SQLException;

				abstract <R> R setting(JdbcCall<Connection, R> call) throws SQLException;

				abstract <R> R lastingSetting(JdbcCall<Connection, R> call) throws SQLException;

				abstract <R> R harmless(JdbcCall<Connection, R> call) throws SQLException;

				abstract <R> R other(JdbcCall<Connection, R> call) throws SQLException;
			""";

	private static final String HOOKS_OF_STATEMENT = """

				abstract <R> R execute(Execution.Kind kind, String sql, JdbcCall<Statement, R> call) throws SQLException;

				abstract <R> R executeBatch(JdbcCall<Statement, R> call) throws SQLException;

				abstract ResultSet rows(ResultSet rows);

				abstract boolean isRepeatable(Object input);

				abstract void repeat(JdbcCall<Statement, ?> call);

				abstract void used();
			""";

	private final Path folder;

	private JdbcDelegates(Path folder) {
		this.folder = folder;
	}

	public static void main(String[] args) throws IOException {
		Path folder = Files.createDirectories(Path.of(args[1], "io/perfstarter/jdbc"));
		var task = ToolProvider.getSystemJavaCompiler()
			.getTask(null, null, null, List.of("--release", args[0], "-proc:only"), List.of("java.lang.Object"), null);
		task.setProcessors(List.of(new JdbcDelegates(folder)));
		if (!task.call()) {
			throw new IllegalStateException("The interfaces of JDBC cannot be read");
		}
	}

	@Override
	public SourceVersion getSupportedSourceVersion() {
		return SourceVersion.latest();
	}

	@Override
	public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
		if (!round.processingOver()) {
			write("Connection", "Observed<Connection>", OF_REPLACEABLE + HOOKS_OF_CONNECTION, this::ofConnection);
			write("Statement", "Observed<Statement>", OF_REPLACEABLE + HOOKS_OF_STATEMENT, this::ofStatement);
			write("PreparedStatement", "ObservedStatement", OF_STATEMENT, this::ofStatement);
			write("CallableStatement", "ObservedPreparedStatement", OF_STATEMENT, this::ofStatement);
			write("ResultSet", "Observed<ResultSet>", OF_OBJECT, (call) -> call.returned(call.on("real()")));
			write("DatabaseMetaData", "Observed<DatabaseMetaData>", OF_OBJECT
					+ "\n\tabstract ResultSet rows(ResultSet rows) throws SQLException;\n",
					this::ofMetaData);
		}
		return false;
	}

	private void write(String type, String superclass, String members, Function<Call, String> body) {
		TypeElement element = this.processingEnv.getElementUtils().getTypeElement("java.sql." + type);
		StringBuilder source = new StringBuilder((CLASS + members).formatted(type, superclass));
		for (ExecutableElement method : ElementFilter.methodsIn(element.getEnclosedElements())) {
			if (!method.getModifiers().contains(Modifier.STATIC)) {
				Call call = new Call(type, method);
				source.append(call.delegated(body.apply(call)));
			}
		}
		source.append("\n}\n");
		Path file = this.folder.resolve("Delegating" + type + ".java");
		try {
			// The compiler takes what is written again for a change.
			if (!Files.exists(file) || !Files.readString(file).contentEquals(source)) {
				Files.writeString(file, source);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private String ofConnection(Call call) {
		String creation = switch (call.name()) {
			case "createStatement" -> "statement(";
			case "prepareStatement" -> "prepared(a0, ";
			case "prepareCall" -> "callable(a0, ";
			default -> null;
		};
		if (creation != null) {
			// The second number is the concurrency.
			String updatable = (call.count("int") < 2) ? "false"
					: "a" + (call.name().equals("createStatement") ? 1 : 2) + " == ResultSet.CONCUR_UPDATABLE";
			return call.returned(creation + updatable + ", " + call.lambda("real") + ")");
		}
		if (OBSERVED.contains(call.name())) {
			return call.returned(call.on("real()"));
		}
		// The caller releases a savepoint by its name.
		boolean setting = SETTINGS.contains(call.name()) && (!call.name().equals("setSavepoint") || call.count("") == 1);
		String hook = setting ? "setting" : LASTING_SETTINGS.contains(call.name()) ? "lastingSetting"
				: HARMLESS.contains(call.name()) ? "harmless" : "other";
		return call.returned(hook + "(" + call.lambda("real") + ")");
	}

	private String ofStatement(Call call) {
		boolean plain = call.type().equals("Statement");
		String real = plain ? "real()" : "((" + call.type() + ") real())";
		String other = plain ? "real" : "((" + call.type() + ") real)";
		switch (call.name()) {
			case "executeBatch", "executeLargeBatch":
				return call.returned("executeBatch(" + call.lambda(other) + ")");
			case "executeQuery":
				return call.returned("rows(" + execute("QUERY", call, other) + ")");
			case "executeUpdate", "executeLargeUpdate":
				return call.returned(execute("UPDATE", call, other));
			case "execute":
				return call.returned(execute("ANY", call, other));
			case "getResultSet", "getGeneratedKeys":
				return call.returned("rows(" + call.on(real) + ")");
			default:
				break;
		}
		if (HARMLESS.contains(call.name()) || OBSERVED_BY_STATEMENT.contains(call.name())) {
			return call.returned(call.on(real));
		}
		if ((call.name().startsWith("set") || call.name().equals("clearParameters"))
				&& STREAMS.stream().noneMatch((stream) -> call.count(stream) > 0)) {
			return call.on(real) + ";\n\t\tif (isRepeatable(" + call.anyObject() + ")) {\n\t\t\trepeat(" + call.lambda(other)
					+ ");\n\t\t}";
		}
		return call.thenUsed(real);
	}

	private static String execute(String kind, Call call, String target) {
		return "execute(Execution.Kind." + kind + ", " + ((call.count("") > 0) ? "a0" : "text()") + ", "
				+ call.lambda(target) + ")";
	}

	private String ofMetaData(Call call) {
		boolean reads = call.method().getReturnType().toString().equals("java.sql.ResultSet");
		return call.returned(reads ? "rows(" + call.on("real()") + ")" : call.on("real()"));
	}

	/**
	 * A call of a method with the arguments {@code a0}, {@code a1} and so on.
	 */
	private record Call(String type, ExecutableElement method) {

		String name() {
			return this.method.getSimpleName().toString();
		}

		boolean isVoid() {
			return this.method.getReturnType().getKind() == TypeKind.VOID;
		}

		/**
		 * Returns the number of parameters of a type; of all parameters for an empty name.
		 */
		long count(String parameter) {
			return parameters().filter((each) -> parameter.isEmpty() || each.asType().toString().equals(parameter)).count();
		}

		/**
		 * Returns the argument of any type, of which no method has two.
		 */
		String anyObject() {
			return (count("java.lang.Object") > 0) ? "a" + parameters().map((each) -> each.asType().toString())
				.toList()
				.indexOf("java.lang.Object") : "null";
		}

		String on(String target) {
			return target + "." + name() + "(" + arguments((i) -> "a" + i) + ")";
		}

		String lambda(String target) {
			return "(real) -> " + (isVoid() ? "{\n\t\t\t" + on(target) + ";\n\t\t\treturn null;\n\t\t}" : on(target));
		}

		String returned(String expression) {
			return (isVoid() ? "" : "return ") + expression + ";";
		}

		String thenUsed(String target) {
			return isVoid() ? on(target) + ";\n\t\tused();"
					: "var result = " + on(target) + ";\n\t\tused();\n\t\treturn result;";
		}

		String delegated(String body) {
			return METHOD.formatted(this.method.getTypeParameters().isEmpty() ? "" : "<T> ", this.method.getReturnType(),
					name(), arguments((i) -> this.method.getParameters().get(i).asType() + " a" + i),
					this.method.getThrownTypes().isEmpty() ? "" : " throws " + this.method.getThrownTypes().get(0), body);
		}

		private String arguments(IntFunction<String> argument) {
			return IntStream.range(0, this.method.getParameters().size())
				.mapToObj(argument)
				.collect(Collectors.joining(", "));
		}

		private Stream<? extends VariableElement> parameters() {
			return this.method.getParameters().stream();
		}

	}

}
