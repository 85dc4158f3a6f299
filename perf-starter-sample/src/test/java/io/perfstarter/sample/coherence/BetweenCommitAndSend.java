package io.perfstarter.sample.coherence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.perfstarter.eviction.Eviction;
import io.perfstarter.eviction.EvictionStrategy;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.annotation.Order;

/**
 * Fails when a chosen ticket is evicted: its change is committed and it is gone from this
 * instance, but no peer has been told.
 */
@Order(500)
class BetweenCommitAndSend implements EvictionStrategy {

	private final Path file;

	BetweenCommitAndSend(@Value("${faults.order-file}") Path file) {
		this.file = file;
	}

	/** The order is a file of the tests; it is taken away when it is carried out. */
	@Override
	public boolean supports(Eviction eviction) {
		return eviction.keys().size() == 1 && order().endsWith(" " + eviction.keys().get(0));
	}

	@Override
	public void evict(Eviction eviction) {
		Failure failure = Failure.valueOf(order().split(" ")[0]);
		try {
			Files.delete(this.file);
			failure.happen();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private String order() {
		try {
			return Files.exists(this.file) ? Files.readString(this.file) : "";
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * What can happen to an instance.
	 */
	enum Failure {

		/**
		 * The process ends at once.
		 */
		HALT {

			@Override
			void happen() {
				Runtime.getRuntime().halt(137);
			}

		},

		/**
		 * The process stops until somebody lets it go on.
		 */
		STOP {

			@Override
			void happen() throws IOException, InterruptedException {
				new ProcessBuilder("kill", "-STOP", Long.toString(ProcessHandle.current().pid())).start().waitFor();
			}

		};

		abstract void happen() throws IOException, InterruptedException;

	}

}
