#!/usr/bin/env bash
# HikariCP hands out all of ten open connections after its maximum was lowered to two.
#
# Guess:     after setMaximumPoolSize(2) at most two connections are borrowed at once, and the others are closed.
# Version:   HikariCP 7.0.2.
# Behaviour: the maximum limits only the opening of connections. Those that are open are lent as before, and are not
#            closed by the housekeeper as long as the minimum of idle ones is not lowered too.
# Product:   limits of the starter read the maximum, so they follow it at once, while the pool does not.

. "$(dirname "$0")/support/java.sh"

expect \
  "maximum 2, borrowed at once: 10" \
  "after two rounds of the housekeeper: 10"

export JAVA_OPTIONS="-Dcom.zaxxer.hikari.housekeeping.periodMs=200"

java_with com.zaxxer:HikariCP:7.0.2 com.h2database:h2:2.4.240 << 'EOF'
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

class Program {

	public static void main(String[] args) throws Exception {
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl("jdbc:h2:mem:pool");
		config.setMaximumPoolSize(10);
		config.setConnectionTimeout(1000);
		try (HikariDataSource pool = new HikariDataSource(config)) {
			borrowed(pool);
			pool.getHikariConfigMXBean().setMaximumPoolSize(2);
			System.out.println("maximum 2, borrowed at once: " + borrowed(pool));
			Thread.sleep(500);
			System.out.println("after two rounds of the housekeeper: " + pool.getHikariPoolMXBean().getTotalConnections());
		}
	}

	private static int borrowed(HikariDataSource pool) throws SQLException {
		List<Connection> connections = new ArrayList<>();
		try {
			for (int i = 0; i < 10; i++) {
				connections.add(pool.getConnection());
			}
		}
		catch (SQLException ex) {
			// The number is what counts.
		}
		for (Connection connection : connections) {
			connection.close();
		}
		return connections.size();
	}

}
EOF
