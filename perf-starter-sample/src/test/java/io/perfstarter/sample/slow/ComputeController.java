package io.perfstarter.sample.slow;

import java.math.BigDecimal;
import java.math.MathContext;
import java.security.GeneralSecurityException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Requests that compute, each in its own way.
 */
@RestController
@RequestMapping("/compute")
class ComputeController {

	private static final Pattern NESTED = Pattern.compile("(a|aa)+(\\w+)+!");

	private static final JsonMapper JSON = new JsonMapper();

	private static final Map<String, List<Map<String, Integer>>> GRAPH = IntStream.range(0, 100)
		.boxed()
		.collect(Collectors.toMap((i) -> "lot" + i,
				(i) -> IntStream.range(0, 50).mapToObj((j) -> Map.of("row", i, "place", j)).toList()));

	private static final List<Integer> NUMBERS = IntStream.range(0, 5000).boxed().toList();

	private final Computation regex = new Computation(() -> NESTED.matcher("a".repeat(14)).matches());

	private final Computation json = new Computation(() -> JSON.writeValueAsString(GRAPH));

	private final Computation sort = new Computation(() -> NUMBERS.stream()
		.sorted(Comparator.comparing((number) -> Integer.toString(number * 7919 % 4999).toUpperCase(Locale.ROOT)))
		.toList());

	private final Computation decimals = new Computation(ComputeController::interest);

	private final Computation password = new Computation(ComputeController::hash);

	private final Computation exceptions = new Computation(() -> depth(100));

	/** An ObjectProvider keeps the bean that it has found. */
	private final BeanFactory beans;

	ComputeController(BeanFactory beans) {
		this.beans = beans;
	}

	@GetMapping("/regex/{millis}")
	int regex(@PathVariable int millis) {
		return this.regex.take(millis);
	}

	@GetMapping("/json/{millis}")
	int json(@PathVariable int millis) {
		return this.json.take(millis);
	}

	@GetMapping("/sort/{millis}")
	int sort(@PathVariable int millis) {
		return this.sort.take(millis);
	}

	@GetMapping("/decimals/{millis}")
	int decimals(@PathVariable int millis) {
		return this.decimals.take(millis);
	}

	@GetMapping("/password/{millis}")
	int password(@PathVariable int millis) {
		return this.password.take(millis);
	}

	@GetMapping("/exceptions/{millis}")
	int exceptions(@PathVariable int millis) {
		return this.exceptions.take(millis);
	}

	@GetMapping("/spin/{millis}")
	int spin(@PathVariable int millis) {
		long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
		while (System.nanoTime() < end) {
			Thread.onSpinWait();
		}
		return millis;
	}

	@GetMapping("/prices")
	int prices() {
		return this.beans.getBean(PriceList.class).size();
	}

	private static BigDecimal interest() {
		BigDecimal value = BigDecimal.ONE;
		for (int month = 1; month <= 100; month++) {
			value = value.add(value.divide(BigDecimal.valueOf(1200 + month), new MathContext(200)))
				.round(new MathContext(200));
		}
		return value;
	}

	private static byte[] hash() {
		try {
			return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
				.generateSecret(new PBEKeySpec("secret".toCharArray(), new byte[16], 2000, 256))
				.getEncoded();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static int depth(int left) {
		if (left > 0) {
			return depth(left - 1) + 1;
		}
		try {
			throw new IllegalArgumentException("not found");
		}
		catch (IllegalArgumentException ex) {
			return ex.getMessage().length();
		}
	}

}
