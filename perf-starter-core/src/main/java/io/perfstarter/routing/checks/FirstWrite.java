package io.perfstarter.routing.checks;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Describes a statement for messages by its verb and, if it changes a table, the table;
 * never by a value.
 */
final class FirstWrite {

	private static final int NAME_LENGTH = 100;

	private static final String NAME = "(?:[\\p{L}_][\\p{L}\\p{N}_$]*+|\"[^\"]++\"|`[^`]++`|\\[[^]]++])";

	private static final String CHANGE = "(INSERT|UPDATE|DELETE|MERGE|REPLACE|TRUNCATE)\\b(?:\\s++(?:INTO|FROM|ONLY|TABLE|IGNORE)\\b)*+"
			+ "(?:\\s++(" + NAME + "(?:\\." + NAME + ")*+))?";

	private static final String OTHER = "(SELECT|WITH|CALL|CREATE|ALTER|DROP|LOCK|COPY|REFRESH)\\b";

	private static final Pattern BEGIN = Pattern.compile(
			"(?:[\\s{]|--[^\n]*+|/\\*.*?\\*/)*+(?:" + CHANGE + "|" + OTHER + ")",
			Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

	private FirstWrite() {
	}

	static String of(String sql) {
		Matcher begin = BEGIN.matcher(sql);
		if (!begin.lookingAt()) {
			return "a statement";
		}
		String verb = (begin.group(1) != null) ? begin.group(1) : begin.group(3);
		String name = begin.group(2);
		return verb.toUpperCase(Locale.ROOT) + ((name != null) ? " " + shortened(name) : "");
	}

	private static String shortened(String name) {
		return (name.length() <= NAME_LENGTH) ? name : name.substring(0, NAME_LENGTH);
	}

}
