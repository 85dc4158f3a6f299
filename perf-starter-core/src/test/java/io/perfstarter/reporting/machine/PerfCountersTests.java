package io.perfstarter.reporting.machine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link PerfCounters}.
 */
class PerfCountersTests {

	private static final int VALUE = 32 + 24;

	/**
	 * A file with one counter, {@code abc}, that shows 42.
	 */
	private static ByteBuffer file() {
		ByteBuffer file = ByteBuffer.allocateDirect(96);
		file.order(ByteOrder.BIG_ENDIAN).putInt(0, 0xcafec0c0);
		file.order(ByteOrder.nativeOrder());
		file.put(4, (byte) ((ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) ? 1 : 0));
		file.put(5, (byte) 2);
		file.putInt(24, 32).putInt(28, 1);
		file.putInt(32, 32).putInt(32 + 4, 20).putInt(32 + 8, 0).put(32 + 12, (byte) 'J').putInt(32 + 16, 24);
		file.put(32 + 20, "abc".getBytes(StandardCharsets.US_ASCII));
		return file.putLong(VALUE, 42);
	}

	private static void assertThatIsRefused(ByteBuffer file) {
		assertThatIllegalArgumentException().isThrownBy(() -> new PerfCounters(file));
	}

	@Test
	void readsWhatACounterShowsNow() {
		ByteBuffer file = file();
		PerfCounters counters = new PerfCounters(file);
		int place = counters.place("abc");
		assertThat(counters.get(place)).isEqualTo(42);
		file.putLong(VALUE, 43);
		assertThat(counters.get(place)).isEqualTo(43);
	}

	@Test
	void doesNotKnowOthers() {
		assertThatIllegalArgumentException().isThrownBy(() -> new PerfCounters(file()).place("ab"))
			.withMessageContaining("'ab'");
	}

	@Test
	void whatIsNoNumberIsNotRead() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new PerfCounters(file().put(32 + 12, (byte) 'B')).place("abc"));
		assertThatIllegalArgumentException().isThrownBy(() -> new PerfCounters(file().putInt(32 + 8, 5)).place("abc"));
	}

	@Test
	void refusesWhatIsNoSuchFile() {
		assertThatIsRefused(ByteBuffer.allocateDirect(0));
		assertThatIsRefused(ByteBuffer.allocateDirect(96));
		assertThatIsRefused(file().put(0, (byte) 1));
		assertThatIsRefused(file().put(4, (byte) (1 - file().get(4))));
		assertThatIsRefused(file().put(5, (byte) 1));
	}

	@Test
	void refusesWhatLeadsOutOfTheFile() {
		assertThatIsRefused(file().putInt(24, 90));
		assertThatIsRefused(file().putInt(24, -1));
		assertThatIsRefused(file().putInt(28, 2));
		assertThatIsRefused(file().putInt(32, 0));
		assertThatIsRefused(file().putInt(32 + 4, 1_000));
		assertThatIsRefused(file().putInt(32 + 16, 1_000));
		assertThatIsRefused(file().putInt(32 + 16, 25));
	}

}
