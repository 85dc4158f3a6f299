package io.perfstarter.reporting.ledger;

import java.sql.SQLException;

import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.Lease;
import io.perfstarter.reporting.window.Part;
import org.jspecify.annotations.Nullable;

/**
 * Writes what is done with connections into the ledger of the calling thread.
 * Thread-safe.
 */
final class LedgerConnections implements JdbcListener {

	private final SqlText texts = new SqlText();

	private volatile boolean heard;

	/**
	 * A statement with its literals, by its text without.
	 */
	@Nullable String fullText(String text) {
		return this.texts.full(text);
	}

	/**
	 * Whether there is a connection, or was, of which this hears.
	 */
	boolean hasHeard() {
		return this.heard;
	}

	@Override
	public void requested(String pool) {
		hear();
		Ledger ledger = CurrentLedger.get();
		if (ledger != null) {
			ledger.await(pool, System.nanoTime());
		}
	}

	@Override
	public void queued(String pool) {
		requested(pool);
	}

	@Override
	public void unqueued(String pool) {
		refused(pool);
	}

	/**
	 * There is a connection of which this hears, or will.
	 */
	void hear() {
		// Not written each time, because all threads read it.
		if (!this.heard) {
			this.heard = true;
		}
	}

	@Override
	public void refused(String pool) {
		Ledger ledger = CurrentLedger.get();
		if (ledger != null) {
			ledger.endWait(pool, System.nanoTime());
		}
	}

	@Override
	public void borrowed(Lease lease) {
		hear();
		Ledger ledger = CurrentLedger.get();
		if (ledger != null) {
			ledger.borrowed(lease);
		}
	}

	@Override
	public void executing(Lease lease, Execution execution) {
		Ledger ledger = CurrentLedger.get();
		if (ledger != null) {
			ledger.begin(Part.SQL, execution, execution.startedAt());
		}
	}

	@Override
	public void executed(Lease lease, Execution execution, long endedAt, @Nullable SQLException failure) {
		Ledger ledger = CurrentLedger.get();
		if (ledger != null) {
			ledger.executed(execution, this.texts.of(execution.sql()), endedAt);
		}
	}

	@Override
	public boolean hearsRows() {
		return true;
	}

	@Override
	public void fetching(Lease lease, Execution execution, long startedAt) {
		Ledger ledger = CurrentLedger.get();
		if (ledger != null) {
			ledger.begin(Part.FETCH, execution, startedAt);
		}
	}

	@Override
	public void fetched(Lease lease, Execution execution, long endedAt) {
		Ledger ledger = CurrentLedger.get();
		if (ledger != null) {
			ledger.fetched(execution, this.texts.of(execution.sql()), endedAt);
		}
	}

	@Override
	public void rows(Lease lease, Execution execution, long rows) {
		Ledger ledger = CurrentLedger.get();
		if (ledger != null) {
			ledger.addRows(this.texts.of(execution.sql()), rows);
		}
	}

	@Override
	public void ending(Lease lease, long startedAt) {
		Ledger ledger = CurrentLedger.get();
		if (ledger != null) {
			ledger.begin(Part.SQL, lease, startedAt);
		}
	}

	@Override
	public void ended(Lease lease, String command, long endedAt) {
		Ledger ledger = CurrentLedger.get();
		if (ledger != null) {
			ledger.ended(lease, command, endedAt);
		}
	}

	@Override
	public void returned(Lease lease) {
		Ledger ledger = CurrentLedger.get();
		if (ledger != null) {
			ledger.returned(lease);
		}
	}

	/**
	 * Itself: what is done for nobody has a ledger of which nothing is kept, or none.
	 */
	@Override
	public JdbcListener rehearsal() {
		return this;
	}

}
