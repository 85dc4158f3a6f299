package io.perfstarter.peer;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Uses the last result of a source of addresses while the source fails. Warns once when
 * the source begins to fail. Thread-safe.
 *
 * @param <S> the type of the sources
 * @param <R> the type of the items of a result
 */
final class LastResults<S, R> {

	private static final Log logger = LogFactory.getLog(LastResults.class);

	private final Map<S, List<R>> results = new ConcurrentHashMap<>();

	private final Set<S> failing = ConcurrentHashMap.newKeySet();

	/**
	 * Asks a source.
	 * @param source the source
	 * @param name what the source is, for the log
	 * @param question asks the source
	 * @return the result, or the last result if the question fails
	 */
	List<R> ask(S source, String name, Callable<Collection<R>> question) {
		try {
			List<R> result = List.copyOf(question.call());
			this.failing.remove(source);
			this.results.put(source, result);
			return result;
		}
		catch (Exception ex) {
			if (this.failing.add(source)) {
				logger.warn("%s failed (%s); the last result is used until it succeeds again".formatted(name,
						ex.getClass().getName()));
			}
			logger.debug("Failed", ex);
			return this.results.getOrDefault(source, List.of());
		}
	}

	/**
	 * Forgets all other sources.
	 */
	void retain(Collection<S> sources) {
		this.failing.retainAll(sources);
		this.results.keySet().retainAll(sources);
	}

}
