package io.perfstarter.bench;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.log.InvalidationLog;
import io.perfstarter.coherence.log.LogTimings;
import io.perfstarter.coherence.postgres.LogDatabase;
import io.perfstarter.coherence.postgres.PostgresLog;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalCopies;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.coherence.redis.RedisLog;
import io.perfstarter.coherence.redis.RedisStream;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.awaitility.Awaitility.await;

/**
 * An instance without an application, which reads an invalidation log.
 */
final class LogMember implements AutoCloseable {

	private static final Duration BOUND = Duration.ofSeconds(15);

	final LogFanOut fanOut;

	private final Runnable leave;

	private LogMember(InvalidationLog log, LocalCopies copies, Runnable leave) {
		FreshnessWatermark watermark = new FreshnessWatermark(BOUND, System::nanoTime);
		this.fanOut = new LogFanOut(log, new LogTimings(BOUND),
				new LocalSide(copies, watermark, new PendingCommits(System::nanoTime, watermark)), (events) -> {
				}, new SimpleMeterRegistry());
		this.leave = leave;
		this.fanOut.start();
	}

	static LogMember inDatabase(LogDatabase database, LocalCopies copies) {
		PostgresLog log = database.log(UUID.randomUUID().toString());
		return new LogMember(log, copies, log::close);
	}

	static LogMember inRedis(RedisConnectionFactory redis, String service, LocalCopies copies) {
		RedisLog log = new RedisLog(UUID.randomUUID().toString(),
				new RedisStream(redis,
						new RedisStream.StreamSettings(service, Duration.ofSeconds(60), Duration.ofSeconds(5), true)),
				System::nanoTime);
		log.register();
		return new LogMember(log, copies, () -> {
			log.leave();
			log.close();
		});
	}

	/**
	 * Waits until each member reads, so that it misses no eviction from now on.
	 */
	static void awaitReading(List<LogMember> members) {
		await().atMost(Duration.ofSeconds(60))
			.until(() -> members.stream().allMatch((member) -> member.fanOut.members() > 0));
	}

	boolean isCertified() {
		return this.fanOut.mode() == Mode.CERTIFIED;
	}

	@Override
	public void close() {
		this.fanOut.close();
		this.leave.run();
	}

}
