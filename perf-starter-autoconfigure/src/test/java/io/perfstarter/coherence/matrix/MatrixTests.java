package io.perfstarter.coherence.matrix;

import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

import io.perfstarter.coherence.contract.CacheKind;
import io.perfstarter.fixtures.UsualRows;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that two instances return what the database says, by whatever operation a price
 * is changed and however that ends, with all kinds of caches. Of an annotated method that
 * fails after a commit nobody evaluates what it has changed, so its caches are doubted:
 * the bound holds, but not more.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(value = CacheKind.class, names = { "EHCACHE", "CAFFEINE", "CONCURRENT_MAP", "JCACHE" })
@UsualRows
class MatrixTests {

	private static Pair pair;

	MatrixTests(CacheKind kind) {
	}

	@BeforeParameterizedClassInvocation
	static void start(CacheKind kind) {
		pair = new Pair(CachedPricesApplication.class, kind);
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		pair.close();
	}

	static Stream<Arguments> rows() {
		return Stream.of(Operation.values())
			.flatMap((operation) -> Stream.of(Scenario.values()).map((scenario) -> Arguments.of(operation, scenario)));
	}

	@ParameterizedTest(name = "{0}, {1}")
	@MethodSource("rows")
	void instancesReturnWhatTheDatabaseSays(Operation operation, Scenario scenario) throws Exception {
		long id = pair.newPrice();
		try {
			scenario.run(pair.first, operation, id);
		}
		catch (Scenario.PlannedException ex) {
			// as planned
		}
		catch (CompletionException ex) {
			assertThat(ex).hasCauseInstanceOf(Scenario.PlannedException.class);
		}
		assertThat(pair.stored(id)).isEqualTo(scenario.commits ? Instance.NEW : Instance.OLD);
		if (operation.annotated != null && scenario.failsAfterCommit()) {
			pair.assertFreshWithinTheBound(id);
		}
		else {
			pair.assertFresh(id);
		}
		if (!scenario.commits) {
			pair.assertPeerHasKept(id);
		}
	}

}
