package io.perfstarter.routing.matrix;

import java.util.concurrent.atomic.AtomicLong;

import static org.springframework.transaction.TransactionDefinition.ISOLATION_REPEATABLE_READ;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_NOT_SUPPORTED;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_REQUIRES_NEW;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_SUPPORTS;

/**
 * The work of one web request and the expected servers.
 */
enum Row {

	READ_ONLY("r") {
		@Override
		String run(Transactions transactions, Access access) {
			return transactions.readOnly(access::server);
		}
	},

	READ_WRITE("p") {
		@Override
		String run(Transactions transactions, Access access) {
			return transactions.readWrite(access::server);
		}
	},

	NO_TRANSACTION("p") {
		@Override
		String run(Transactions transactions, Access access) {
			return access.server();
		}
	},

	READ_ONLY_WITHIN_READ_WRITE("p,p") {
		@Override
		String run(Transactions transactions, Access access) {
			return transactions.readWrite(() -> access.server() + "," + transactions.readOnly(access::server));
		}
	},

	READ_WRITE_WITHIN_READ_ONLY("r,r") {
		@Override
		String run(Transactions transactions, Access access) {
			return transactions.readOnly(() -> access.server() + "," + transactions.readWrite(access::server));
		}
	},

	NEW_READ_ONLY_WITHIN_READ_WRITE("p,r,p") {
		@Override
		String run(Transactions transactions, Access access) {
			return transactions.readWrite(() -> access.server() + ","
					+ transactions.in(true, PROPAGATION_REQUIRES_NEW, access::server) + "," + access.server());
		}
	},

	NEW_READ_WRITE_WITHIN_READ_ONLY("r,p,r") {
		@Override
		String run(Transactions transactions, Access access) {
			return transactions.readOnly(() -> access.server() + ","
					+ transactions.in(false, PROPAGATION_REQUIRES_NEW, access::server) + "," + access.server());
		}
	},

	NOT_SUPPORTED_WITHIN_READ_ONLY("r,p,r") {
		@Override
		String run(Transactions transactions, Access access) {
			return transactions.readOnly(() -> access.server() + ","
					+ transactions.in(false, PROPAGATION_NOT_SUPPORTED, access::server) + "," + access.server());
		}
	},

	READ_ONLY_BY_SUPPORTS("p") {
		@Override
		String run(Transactions transactions, Access access) {
			return transactions.in(true, PROPAGATION_SUPPORTS, access::server);
		}
	},

	INSERT_WITHIN_READ_ONLY("WriteInReadOnlyTransactionException") {
		@Override
		String run(Transactions transactions, Access access) {
			return transactions.readOnly(() -> {
				access.insert(IDS.incrementAndGet());
				return access.server();
			});
		}
	},

	INSERT_WITHIN_READ_ONLY_OF_THE_PRIMARY("WriteInReadOnlyTransactionException") {
		@Override
		String run(Transactions transactions, Access access) {
			return transactions.primaryRead(() -> {
				access.insert(IDS.incrementAndGet());
				return access.server();
			});
		}
	},

	PRIMARY_READ("p") {
		@Override
		String run(Transactions transactions, Access access) {
			return transactions.primaryRead(access::server);
		}
	},

	LOCK_WITHIN_READ_ONLY("WriteInReadOnlyTransactionException") {
		@Override
		String run(Transactions transactions, Access access) {
			return transactions.readOnly(() -> {
				access.lock(1);
				return access.server();
			});
		}
	},

	WRITE_AFTER_READ_OF_ONE_REQUEST("r,p") {
		@Override
		String run(Transactions transactions, Access access) {
			return transactions.readOnly(access::server) + "," + transactions.readWrite(() -> {
				access.insert(IDS.incrementAndGet());
				return access.server();
			});
		}
	},

	CONNECTIONS_HELD_AFTER_A_READ("0") {
		@Override
		String run(Transactions transactions, Access access) {
			transactions.readOnly(access::server);
			return Integer.toString(transactions.connectionsHeld());
		}
	},

	ISOLATION("r") {
		@Override
		String run(Transactions transactions, Access access) {
			return transactions.isolated(ISOLATION_REPEATABLE_READ, access::server);
		}
	};

	private static final AtomicLong IDS = new AtomicLong(System.nanoTime());

	private final String expected;

	Row(String expected) {
		this.expected = expected;
	}

	String expected() {
		return this.expected;
	}

	abstract String run(Transactions transactions, Access access);

}
