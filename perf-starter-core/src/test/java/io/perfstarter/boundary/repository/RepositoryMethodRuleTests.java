package io.perfstarter.boundary.repository;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.perfstarter.boundary.repository.RepositoryMethodRule.RepositoryAccess;
import jakarta.persistence.LockModeType;
import jakarta.persistence.NamedNativeQuery;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.query.Procedure;
import org.springframework.data.relational.core.sql.LockMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RepositoryMethodRule}. Each repository method is named after the
 * expected result.
 */
class RepositoryMethodRuleTests {

	@TestFactory
	Stream<DynamicTest> readingMethods() {
		return tests(Reading.class, RepositoryAccess.READS);
	}

	@TestFactory
	Stream<DynamicTest> writingMethods() {
		return tests(Writing.class, RepositoryAccess.WRITES);
	}

	@TestFactory
	Stream<DynamicTest> unclearMethods() {
		return tests(Unclear.class, RepositoryAccess.UNCLEAR);
	}

	@TestFactory
	Stream<DynamicTest> methodsLeftAlone() {
		return tests(LeftAlone.class, null);
	}

	private static Stream<DynamicTest> tests(Class<?> repository, RepositoryAccess expected) {
		List<Method> methods = Arrays.stream(repository.getMethods()).filter((method) -> !method.isBridge()).toList();
		assertThat(methods).isNotEmpty();
		return methods.stream()
			.map((method) -> DynamicTest.dynamicTest(method.getName(),
					() -> assertThat(RepositoryMethodRule.access(method, Entity.class)).isEqualTo(expected)));
	}

	/**
	 * An entity with native queries.
	 */
	@NamedNativeQuery(name = "Entity.namedReading", query = "select * from tickets")
	@NamedNativeQuery(name = "Entity.findNamedClaim", query = "select claim_job(:id)")
	@NamedNativeQuery(name = "Entity.findNamedUpdate", query = "update tickets set car = '' returning id")
	@NamedNativeQuery(name = "claims", query = "select * from tickets for update")
	static class Entity {

	}

	interface Reading {

		List<Object> findByCar(String car);

		boolean existsByCar(String car);

		long countByCar(String car);

		Object getByCar(String car);

		Object readByCar(String car);

		Object queryByCar(String car);

		Object searchByCar(String car);

		List<Object> streamByCar(String car);

		@Query("select t from Ticket t where t.car = 'for update'")
		Object removedTickets();

		@Query(value = "select * from tickets", nativeQuery = true)
		Object deletable();

		@NativeQuery("with t as (select 1) select * from t")
		Object nativeQuery();

		@org.springframework.data.jdbc.repository.query.Query("select * from tickets")
		Object jdbcQuery();

		@org.springframework.data.jdbc.repository.query.Query(name = "named")
		Object findNamed();

		@Lock(LockModeType.OPTIMISTIC)
		Object findAndLookWhetherItHasChanged();

		@NativeQuery("select count(*), max(t.id) from tickets t where t.id in (?1)")
		Object knownFunctions();

		Object namedReading();

	}

	interface Writing extends Locking {

		Object findNamedUpdate();

		@Query(name = "claims")
		Object findClaims();

		void deleteByCar(String car);

		long removeByCar(String car);

		void deleteAllByCar(String car);

		@Modifying
		@Query("update Ticket t set t.car = ''")
		int findsNothing();

		@org.springframework.data.jdbc.repository.query.Modifying
		@org.springframework.data.jdbc.repository.query.Query("select close_all()")
		boolean getJdbc();

		@org.springframework.data.jdbc.repository.query.Query("insert into tickets values (1) returning id")
		long findInserted();

		@Lock(LockModeType.PESSIMISTIC_WRITE)
		Object findToWrite();

		@Lock(LockModeType.PESSIMISTIC_READ)
		@Query("select t from Ticket t")
		Object findToRead();

		@Lock(LockModeType.PESSIMISTIC_FORCE_INCREMENT)
		Object findToIncrement();

		@Lock(LockModeType.OPTIMISTIC_FORCE_INCREMENT)
		Object findToIncrementLater();

		@org.springframework.data.relational.repository.Lock(LockMode.PESSIMISTIC_READ)
		Object findJdbc();

		@NativeQuery("select * from tickets for update")
		Object findNative();

		@Query(value = "delete from tickets returning id", nativeQuery = true)
		Object findDeleted();

		@Locked
		Object findByMetaAnnotation();

		@Override
		Object findOverridden();

	}

	interface Locking {

		@Lock(LockModeType.PESSIMISTIC_WRITE)
		Object findOverridden();

	}

	interface Unclear {

		Object findNamedClaim();

		@NativeQuery("select claim_job(?1)")
		Object findJob();

		@Procedure("close_all")
		void findNothing();

		@NativeQuery("call close_all()")
		Object findByCall();

		@org.springframework.data.jdbc.repository.query.Query("show all")
		Object findSettings();

		@Query(name = "Ticket.closeAll")
		void closeAll();

		Object findings();

		Object byCar(String car);

	}

	interface LeftAlone {

		Stream<Object> findByCar(String car);

		@Modifying
		@Query("select t from Ticket t")
		IntStream findNumbers();

		default Object findDefault() {
			return "";
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@Lock(LockModeType.PESSIMISTIC_WRITE)
	@interface Locked {

	}

}
