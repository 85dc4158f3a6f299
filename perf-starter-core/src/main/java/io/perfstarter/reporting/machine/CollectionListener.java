package io.perfstarter.reporting.machine;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.util.HashMap;
import java.util.Map;

import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

import com.sun.management.GarbageCollectionNotificationInfo;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Records each garbage collection, for figures that no counter of the JVM provides: the
 * longest pause, the time of allocation stalls, and the remaining heap. Thread-safe.
 */
final class CollectionListener implements NotificationListener, AutoCloseable {

	private static final Log logger = LogFactory.getLog(CollectionListener.class);

	// The GC cause that ZGC reports for an allocation stall.
	private static final String STALL = "Allocation Stall";

	private static final long NONE = -1;

	private long longestPause;

	private long stalled;

	private final Map<String, Long> reasons = new HashMap<>();

	private long lowest = NONE;

	private long live = NONE;

	/**
	 * Registers a listener for the collectors of this JVM. The caller must close it.
	 */
	static CollectionListener ofThisJvm() {
		CollectionListener listener = new CollectionListener();
		for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
			if (bean instanceof NotificationEmitter emitter) {
				emitter.addNotificationListener(listener, null, null);
			}
		}
		return listener;
	}

	@Override
	public void handleNotification(Notification notification, @Nullable Object handback) {
		if (GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(notification.getType())) {
			GarbageCollectionNotificationInfo info = GarbageCollectionNotificationInfo
				.from((CompositeData) notification.getUserData());
			long after = oldIn(info.getGcInfo().getMemoryUsageAfterGc());
			add(info.getGcName(), info.getGcCause(), info.getGcInfo().getDuration(),
					oldIn(info.getGcInfo().getMemoryUsageBeforeGc()), after, after == leftInOld());
		}
	}

	private static long oldIn(Map<String, MemoryUsage> pools) {
		return pools.entrySet()
			.stream()
			.filter((pool) -> Collector.holdsOld(pool.getKey()))
			.mapToLong((pool) -> pool.getValue().getUsed())
			.sum();
	}

	/**
	 * Returns the memory in use after the last collection of the old generation. Young
	 * collections do not change the figure, although young collections of G1 may free
	 * humongous objects in the old generation.
	 */
	private static long leftInOld() {
		long left = 0;
		for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
			MemoryUsage usage = pool.getCollectionUsage();
			left += (usage != null && Collector.holdsOld(pool.getName())) ? usage.getUsed() : 0;
		}
		return left;
	}

	/**
	 * Records a collection.
	 * @param collector the name of the bean
	 * @param cause the cause of the collection
	 * @param millis the duration
	 * @param before the used memory of the old generation before the collection, in bytes
	 * @param after the used memory of the old generation after it, in bytes
	 * @param old whether the collection included the old generation
	 */
	synchronized void add(String collector, String cause, long millis, long before, long after, boolean old) {
		long nanos = millis * 1_000_000;
		if (Collector.pauses(collector) || STALL.equals(cause)) {
			this.reasons.merge(cause, nanos, Long::sum);
		}
		if (Collector.pauses(collector)) {
			this.longestPause = Math.max(this.longestPause, nanos);
		}
		else if (STALL.equals(cause)) {
			this.stalled += nanos;
		}
		if (Collector.collectsAll(collector) || (Collector.collectsInPart(collector) && old && after < before)) {
			this.lowest = (this.lowest != NONE) ? Math.min(this.lowest, after) : after;
		}
	}

	/**
	 * Returns the time of allocation stalls since the last summary, in nanoseconds.
	 */
	synchronized long stalled() {
		return this.stalled;
	}

	/**
	 * Returns the summary since the last call.
	 */
	synchronized CollectionSummary next() {
		if (this.lowest != NONE) {
			this.live = this.lowest;
		}
		String reason = this.reasons.entrySet()
			.stream()
			.max(Map.Entry.comparingByValue())
			.map(Map.Entry::getKey)
			.orElse("");
		CollectionSummary heard = new CollectionSummary(this.longestPause, this.stalled, this.live, reason);
		this.reasons.clear();
		this.longestPause = 0;
		this.stalled = 0;
		this.lowest = NONE;
		return heard;
	}

	@Override
	public void close() {
		for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
			if (bean instanceof NotificationEmitter emitter) {
				try {
					emitter.removeNotificationListener(this);
				}
				catch (ListenerNotFoundException ex) {
					logger.debug("No listener was registered at " + bean.getName(), ex);
				}
			}
		}
	}

	/**
	 * The collections of a period.
	 *
	 * @param longestPause the longest pause, in nanoseconds
	 * @param stalled the time of allocation stalls outside of pauses, in nanoseconds
	 * @param live the least memory in use after a collection of the old generation, in
	 * the latest period with such a collection, in bytes; -1 before the first
	 * @param reason the GC cause with the longest collection time, empty if there was no
	 * collection
	 */
	record CollectionSummary(long longestPause, long stalled, long live, String reason) {
	}

}
