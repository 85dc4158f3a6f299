package io.perfstarter.sample.slow;

import java.io.IOException;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Requests that write to the log.
 */
@RestController
@RequestMapping("/logs")
class LogController {

	private final org.slf4j.Logger atOnce;

	private final org.slf4j.Logger oneAtATime;

	LogController(@Value("${slow.store}") int store) {
		this.atOnce = logger("collected-at-once", new AtOnce(store));
		this.oneAtATime = logger("collected-one-at-a-time", new OneAtATime(store));
	}

	private static org.slf4j.Logger logger(String name, Appender<ILoggingEvent> appender) {
		Logger logger = (Logger) LoggerFactory.getLogger(name);
		appender.setContext(logger.getLoggerContext());
		appender.start();
		logger.addAppender(appender);
		logger.setAdditive(false);
		logger.setLevel(Level.INFO);
		return logger;
	}

	@GetMapping("/{lines}")
	int log(@PathVariable int lines) {
		for (int i = 0; i < lines; i++) {
			this.atOnce.info("Line {} of {}", i, lines);
		}
		return lines;
	}

	@GetMapping("/one-at-a-time")
	int log() {
		this.oneAtATime.info("A line");
		return 1;
	}

	private static void send(int store) {
		try (RedisSocket collector = new RedisSocket(store)) {
			collector.get("wait-100");
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Sends events to a collector.
	 */
	private static final class AtOnce extends UnsynchronizedAppenderBase<ILoggingEvent> {

		private final int store;

		AtOnce(int store) {
			this.store = store;
		}

		@Override
		protected void append(ILoggingEvent event) {
			send(this.store);
		}

	}

	/**
	 * Sends events to a collector, one after the other.
	 */
	private static final class OneAtATime extends AppenderBase<ILoggingEvent> {

		private final int store;

		OneAtATime(int store) {
			this.store = store;
		}

		@Override
		protected void append(ILoggingEvent event) {
			send(this.store);
		}

	}

}
