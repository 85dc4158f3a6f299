package io.perfstarter.reporting.machine;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the performance counters that a HotSpot JVM keeps in a memory-mapped file.
 * Thread-safe.
 *
 * <p>
 * The file of the own JVM cannot shrink while it is mapped, because the JVM maps its full
 * size.
 */
final class PerfCounters {

	private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

	private static final int MAGIC = 0xcafec0c0;

	private static final int VERSION = 2;

	private static final int HEADER = 32;

	private static final int ENTRY = 20;

	private static final byte LONG = 'J';

	private final ByteBuffer file;

	private final Map<String, Integer> places = new HashMap<>();

	/**
	 * Reads the directory of counters.
	 * @param file the whole file
	 * @throws IllegalArgumentException if the file does not have the format of this JVM
	 */
	PerfCounters(ByteBuffer file) {
		this.file = file.duplicate().order(ByteOrder.nativeOrder());
		byte order = (byte) ((ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) ? 1 : 0);
		require(file.limit() >= HEADER);
		require(file.duplicate().order(ByteOrder.BIG_ENDIAN).getInt(0) == MAGIC);
		require(file.get(4) == order && file.get(5) == VERSION);
		int entry = this.file.getInt(24);
		int entries = this.file.getInt(28);
		for (int i = 0; i < entries; i++) {
			require(entry >= HEADER && entry <= file.limit() - ENTRY);
			add(entry);
			int length = this.file.getInt(entry);
			require(length >= ENTRY && length <= file.limit() - entry);
			entry += length;
		}
	}

	private void add(int entry) {
		int name = entry + this.file.getInt(entry + 4);
		boolean scalar = this.file.getInt(entry + 8) == 0;
		int place = entry + this.file.getInt(entry + 16);
		if (scalar && this.file.get(entry + 12) == LONG) {
			require(place >= 0 && place <= this.file.limit() - Long.BYTES && place % Long.BYTES == 0);
			this.places.put(text(name), place);
		}
	}

	private String text(int start) {
		int end = start;
		do {
			require(end >= 0 && end < this.file.limit());
		}
		while (this.file.get(end++) != 0);
		byte[] bytes = new byte[end - 1 - start];
		this.file.get(start, bytes);
		return new String(bytes, StandardCharsets.UTF_8);
	}

	private static void require(boolean fulfilled) {
		if (!fulfilled) {
			throw new IllegalArgumentException("Not a HotSpot performance counter file of a supported version");
		}
	}

	/**
	 * Maps a file.
	 * @throws IOException if the file cannot be mapped
	 */
	static PerfCounters map(Path path) throws IOException {
		try (FileChannel channel = FileChannel.open(path)) {
			return new PerfCounters(channel.map(MapMode.READ_ONLY, 0, channel.size()));
		}
	}

	/**
	 * Returns the position of a counter.
	 * @throws IllegalArgumentException if there is no counter of this name
	 */
	int place(String name) {
		Integer place = this.places.get(name);
		if (place == null) {
			throw new IllegalArgumentException("No performance counter '" + name + "'");
		}
		return place;
	}

	/**
	 * Returns the current value of a counter. The read is opaque, so that a loop sees
	 * changes.
	 */
	long get(int place) {
		return (long) LONGS.getOpaque(this.file, place);
	}

}
