package io.perfstarter.settings.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/**
 * The name of a setting. The element {@code *} matches one element, such as the key of a
 * map, and {@code **} at the end matches one or more. Elements are compared as in Spring
 * Boot, without dashes and case. Immutable.
 */
final class SettingName {

	static final String ANY = "*";

	/**
	 * Matches the index of a list.
	 */
	static final String INDEX = "*0";

	static final String REST = "**";

	/**
	 * The distance of an element that differs from its counterpart while a following
	 * element exists. Larger than the distance of any two words.
	 */
	private static final int DIFFERENT_PARENT = 100;

	private final List<String> elements;

	SettingName(String name) {
		this.elements = Arrays.asList(name.split("\\."));
	}

	boolean matches(ConfigurationPropertyName name) {
		int size = this.elements.size();
		boolean rest = this.elements.get(size - 1).equals(REST);
		int length = name.getNumberOfElements();
		return (rest ? length >= size : length == size) && startsAlike(name, rest ? size - 1 : size);
	}

	/**
	 * Returns whether this setting stands below the given name.
	 */
	boolean isBelow(ConfigurationPropertyName name) {
		return name.getNumberOfElements() < this.elements.size() && startsAlike(name, name.getNumberOfElements());
	}

	private boolean startsAlike(ConfigurationPropertyName name, int count) {
		for (int i = 0; i < count; i++) {
			if (this.elements.get(i).equals(INDEX) && !name.isNumericIndex(i)) {
				return false;
			}
			if (!isWildcard(i) && !uniform(this.elements.get(i)).equals(name.getElement(i, Form.UNIFORM))) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Returns the name with the wildcards replaced by the elements of the given name at
	 * their place.
	 */
	String filledFrom(ConfigurationPropertyName name) {
		StringBuilder filled = new StringBuilder();
		for (int i = 0; i < this.elements.size(); i++) {
			if (!isWildcard(i)) {
				append(filled, this.elements.get(i));
			}
			else if (this.elements.get(i).equals(INDEX)
					&& (i >= name.getNumberOfElements() || !name.isNumericIndex(i))) {
				append(filled, "0");
			}
			else if (i >= name.getNumberOfElements()) {
				append(filled, "<name>");
			}
			else {
				int end = this.elements.get(i).equals(REST) ? name.getNumberOfElements() : i + 1;
				for (int j = i; j < end; j++) {
					append(filled, name.getElement(j, Form.ORIGINAL));
				}
			}
		}
		return filled.toString();
	}

	private static void append(StringBuilder name, String element) {
		boolean index = element.contains(".") || element.chars().allMatch(Character::isDigit);
		name.append(index ? "[" + element + "]" : (name.isEmpty() ? "" : ".") + element);
	}

	/**
	 * Returns whether an environment variable sets this setting: Spring Boot removes the
	 * dashes of all elements, or replaces all of them by underscores.
	 */
	boolean matchesVariable(String variable) {
		return variable.matches(variablePattern("")) || variable.matches(variablePattern("_"));
	}

	private String variablePattern(String dash) {
		return this.elements.stream()
			.map((element) -> element.startsWith(ANY) ? ".+" : element.replace("-", dash))
			.collect(Collectors.joining("_"));
	}

	/**
	 * Returns the distance of the given name from this setting: the number of letters to
	 * insert or remove in elements at the same position. An abbreviation of the last
	 * element has a small distance.
	 */
	int distance(ConfigurationPropertyName name) {
		int distance = 0;
		int size = Math.max(this.elements.size(), name.getNumberOfElements());
		for (int i = 0; i < size; i++) {
			if (i < this.elements.size() && isWildcard(i) && i < name.getNumberOfElements()) {
				continue;
			}
			String known = (i < this.elements.size() && !isWildcard(i)) ? uniform(this.elements.get(i)) : "";
			String unknown = (i < name.getNumberOfElements()) ? name.getElement(i, Form.UNIFORM) : "";
			int common = commonLetters(known, unknown);
			boolean abbreviated = common == unknown.length() && unknown.length() > 1
					&& known.charAt(0) == unknown.charAt(0);
			int letters = abbreviated ? 1 + (known.length() - common) / 10
					: known.length() + unknown.length() - 2 * common;
			boolean last = i >= name.getNumberOfElements() - 1 || letters == 0;
			distance += (known.equals(unknown)) ? 0 : letters + (last ? 0 : DIFFERENT_PARENT);
		}
		return distance;
	}

	/**
	 * Returns the length of the longest common subsequence.
	 */
	private static int commonLetters(String one, String other) {
		int[] lengths = new int[other.length() + 1];
		for (int i = 0; i < one.length(); i++) {
			int diagonal = 0;
			for (int j = 1; j <= other.length(); j++) {
				int above = lengths[j];
				lengths[j] = (one.charAt(i) == other.charAt(j - 1)) ? diagonal + 1 : Math.max(above, lengths[j - 1]);
				diagonal = above;
			}
		}
		return lengths[other.length()];
	}

	private boolean isWildcard(int index) {
		return this.elements.get(index).startsWith(ANY);
	}

	private static String uniform(String element) {
		return element.replace("-", "");
	}

	@Override
	public String toString() {
		return String.join(".", this.elements).replace(INDEX, ANY);
	}

}
