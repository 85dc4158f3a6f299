package io.perfstarter.warmup;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

import org.jspecify.annotations.Nullable;

/**
 * How far the warm-up is, and by what the application knows its own calls: a secret of
 * this start, which is worth nothing once the warm-up is over. Thread-safe: it changes
 * under its own lock.
 */
public final class WarmupState {

	/**
	 * The header of the warm-up's calls.
	 */
	static final String HEADER = "Perf-Starter-Warmup";

	private static final int NONCE_BYTES = 18;

	private final String nonce;

	private volatile WarmupPhase phase = WarmupPhase.PENDING;

	private volatile boolean open;

	private volatile boolean closed;

	private boolean accepting;

	/**
	 * Creates the state of an application that starts.
	 */
	public WarmupState() {
		byte[] random = new byte[NONCE_BYTES];
		new SecureRandom().nextBytes(random);
		this.nonce = Base64.getUrlEncoder().encodeToString(random);
	}

	String nonce() {
		return this.nonce;
	}

	/**
	 * Whether a request was made by the warm-up.
	 * @param nonce what it says, {@code null} if nothing
	 * @return whether it was
	 */
	boolean isOwn(@Nullable String nonce) {
		return nonce != null && phase() == WarmupPhase.RUNNING && MessageDigest
			.isEqual(nonce.getBytes(StandardCharsets.UTF_8), this.nonce.getBytes(StandardCharsets.UTF_8));
	}

	WarmupPhase phase() {
		return this.phase;
	}

	/**
	 * Goes on to another phase, unless it was stopped meanwhile.
	 * @return whether it has
	 */
	synchronized boolean move(WarmupPhase from, WarmupPhase to) {
		boolean moved = this.phase == from;
		if (moved) {
			this.phase = to;
		}
		return moved;
	}

	/**
	 * The application accepts traffic.
	 */
	synchronized void accept() {
		this.accepting = true;
	}

	/**
	 * The application stops: nothing opens any more, and what is not over is ended.
	 * @return whether it was not over
	 */
	synchronized boolean close() {
		this.closed = true;
		return move(WarmupPhase.RUNNING, WarmupPhase.STOPPED) || move(WarmupPhase.PENDING, WarmupPhase.STOPPED);
	}

	/**
	 * Lets requests in, when it is over, whichever way, and the application accepts
	 * traffic.
	 * @return whether they are let in from now on
	 */
	synchronized boolean open() {
		boolean opens = !this.open && this.accepting && !this.closed && isOver();
		if (opens) {
			this.open = true;
		}
		return opens;
	}

	private boolean isOver() {
		return switch (this.phase) {
			case SUCCEEDED, FAILED, SKIPPED -> true;
			case PENDING, RUNNING, STOPPED -> false;
		};
	}

	/**
	 * Whether requests are let in.
	 * @return {@code true} when the instance is warm
	 */
	public boolean isOpen() {
		return this.open;
	}

	/**
	 * Whether the application stops.
	 * @return {@code true} from the beginning of the stop on
	 */
	public boolean isClosed() {
		return this.closed;
	}

	/**
	 * Whether others send requests over the network.
	 * @return {@code false} without a web server, too
	 */
	public boolean isServing() {
		return isOpen() && this.phase != WarmupPhase.SKIPPED;
	}

}
