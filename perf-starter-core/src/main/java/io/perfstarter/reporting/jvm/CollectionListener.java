package io.perfstarter.reporting.jvm;

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
 * Hears of each collection of garbage what no sum tells: the longest pause, for how long
 * threads waited for memory, and what was left of the heap. Thread-safe.
 */
final class CollectionListener implements NotificationListener, AutoCloseable {

	private static final Log logger = LogFactory.getLog(CollectionListener.class);

	/**
	 * As ZGC says that it began because threads had to wait.
	 */
	private static final String STALL = "Allocation Stall";

	private static final long NONE = -1;

	private long longestPause;

	private long stalled;

	private final Map<String, Long> reasons = new HashMap<>();

	private long lowest = NONE;

	private long live = NONE;

	/**
	 * Begins to listen to the collector of this JVM, until it is closed.
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
	 * What the last collection of the old generation has left. It is not told of others,
	 * although with G1 they, too, free what is humongous in it.
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
	 * Adds a collection.
	 * @param collector the name of the bean
	 * @param cause why
	 * @param millis how long it took
	 * @param before what the old generation held before it, in bytes
	 * @param after what it held after it
	 * @param old whether garbage of the old generation was looked for
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
		if (Collector.collectsAll(collector)) {
			this.lowest = after;
		}
		else if (Collector.collectsInPart(collector) && old && after < before) {
			this.lowest = (this.lowest != NONE) ? Math.min(this.lowest, after) : after;
		}
	}

	/**
	 * What was heard since this was asked last.
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
	 * What was heard.
	 *
	 * @param longestPause the longest pause, in nanoseconds
	 * @param stalled for how long threads waited for memory outside of pauses, in
	 * nanoseconds
	 * @param live what was left in the old generation after it was collected, in bytes,
	 * -1 if it never was
	 * @param reason why it collected for the longest, as the collector says it, empty if
	 * it did not
	 */
	record CollectionSummary(long longestPause, long stalled, long live, String reason) {
	}

}
