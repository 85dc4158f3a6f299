package io.perfstarter.coherence.transport;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * The types of keys and groups that can be encoded, each as text that is decoded to an
 * equal value.
 */
enum IdType {

	STRING(String.class, (text) -> text),

	LONG(Long.class, Long::valueOf),

	INTEGER(Integer.class, Integer::valueOf),

	SHORT(Short.class, Short::valueOf),

	BYTE(Byte.class, Byte::valueOf),

	CHARACTER(Character.class, IdType::character),

	BOOLEAN(Boolean.class, IdType::bool),

	DOUBLE(Double.class, Double::valueOf),

	FLOAT(Float.class, Float::valueOf),

	BIGINTEGER(BigInteger.class, BigInteger::new),

	BIGDECIMAL(BigDecimal.class, BigDecimal::new),

	UUID(UUID.class, java.util.UUID::fromString),

	LOCALDATE(LocalDate.class, LocalDate::parse),

	LOCALDATETIME(LocalDateTime.class, LocalDateTime::parse),

	INSTANT(Instant.class, Instant::parse);

	// The time to parse a number grows with the square of its length.
	private static final int LONGEST_NUMBER = 1_000;

	private static final Map<Class<?>, IdType> BY_CLASS = Arrays.stream(values())
		.collect(Collectors.toUnmodifiableMap((type) -> type.type, Function.identity()));

	private static final Map<String, IdType> BY_LABEL = Arrays.stream(values())
		.collect(Collectors.toUnmodifiableMap(IdType::label, Function.identity()));

	private final Class<?> type;

	private final Function<String, Object> parser;

	private final String label = name().toLowerCase(Locale.ROOT);

	IdType(Class<?> type, Function<String, Object> parser) {
		this.type = type;
		this.parser = parser;
	}

	/**
	 * Returns the name of this type in messages.
	 */
	String label() {
		return this.label;
	}

	/**
	 * Returns whether a text is short enough to be parsed.
	 */
	boolean allows(String text) {
		return (this != BIGINTEGER && this != BIGDECIMAL) || text.length() <= LONGEST_NUMBER;
	}

	/**
	 * Parses a value.
	 * @param text the text of a value
	 * @return the value
	 * @throws RuntimeException if the text is no value of this type
	 */
	Object parse(String text) {
		if (!allows(text)) {
			throw new IllegalArgumentException("The number is too long");
		}
		return this.parser.apply(text);
	}

	/**
	 * Returns the type of a value, {@code null} if it cannot be encoded.
	 */
	static @Nullable IdType of(Object id) {
		return BY_CLASS.get(id.getClass());
	}

	/**
	 * Returns the type with a label, {@code null} if it is not known.
	 */
	static @Nullable IdType labelled(String label) {
		return BY_LABEL.get(label);
	}

	private static Object character(String text) {
		if (text.length() != 1) {
			throw new IllegalArgumentException("Expected exactly one character");
		}
		return text.charAt(0);
	}

	private static Object bool(String text) {
		return switch (text) {
			case "true" -> true;
			case "false" -> false;
			default -> throw new IllegalArgumentException("Expected 'true' or 'false'");
		};
	}

}
