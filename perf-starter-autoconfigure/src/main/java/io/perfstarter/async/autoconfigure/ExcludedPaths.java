package io.perfstarter.async.autoconfigure;

import java.util.List;

import org.springframework.http.server.PathContainer;
import org.springframework.http.server.PathContainer.Options;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/**
 * The paths that are excluded from the request limiter.
 */
final class ExcludedPaths {

	// The path is already decoded.
	private static final Options DECODED = Options.create('/', false);

	private final List<PathPattern> patterns;

	ExcludedPaths(List<String> patterns) {
		PathPatternParser parser = new PathPatternParser();
		parser.setPathOptions(DECODED);
		this.patterns = patterns.stream().map((pattern) -> parse(parser, pattern)).toList();
	}

	private static PathPattern parse(PathPatternParser parser, String pattern) {
		try {
			return parser.parse(parser.initFullPathPattern(pattern));
		}
		catch (PatternParseException ex) {
			throw RequestLimiterProperties.invalid("exclude", pattern,
					"It is no pattern of paths (%s); write one such as /events/**.".formatted(ex.getMessage()));
		}
	}

	/**
	 * Returns whether a path is excluded.
	 * @param path decoded, normalized and without the context path
	 */
	boolean contain(String path) {
		return !this.patterns.isEmpty() && contain(PathContainer.parsePath(path, DECODED));
	}

	boolean contain(PathContainer path) {
		return this.patterns.stream().anyMatch((pattern) -> pattern.matches(path));
	}

}
