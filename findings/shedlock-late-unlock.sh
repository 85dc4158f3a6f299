#!/usr/bin/env bash
# A job that outlives its lock in ShedLock releases the lock of the instance that took over, if both run on one host.
#
# Guess:     only the holder of a lock can release it.
# Version:   ShedLock 7.10.1 (JDBC), H2 2.4.240.
# Behaviour: a lock is recognised by the name of its host. The late end of the first job frees the lock of the second, and a third
#            instance runs beside the second one.
# Product:   does not lock scheduled methods.

. "$(dirname "$0")/support/java.sh"

expect \
  "the second takes the expired lock: true" \
  "a third while the second holds it: false" \
  "a third after the first job's late end: true"

java_with net.javacrumbs.shedlock:shedlock-provider-jdbc-template:7.10.1 org.springframework:spring-jdbc:7.0.8 \
  com.h2database:h2:2.4.240 << 'EOF'
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import javax.sql.DataSource;

import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.jdbc.core.JdbcTemplate;

class Program {

	public static void main(String[] args) throws Exception {
		JdbcDataSource database = new JdbcDataSource();
		database.setUrl("jdbc:h2:mem:findings;DB_CLOSE_DELAY=-1");
		new JdbcTemplate(database).execute("create table shedlock (name varchar(64) primary key, "
				+ "lock_until timestamp, locked_at timestamp, locked_by varchar(255))");
		SimpleLock first = lock(instance(database), Duration.ofMillis(500)).orElseThrow();
		Thread.sleep(1000);
		LockProvider second = instance(database);
		System.out.println("the second takes the expired lock: " + lock(second, Duration.ofMinutes(5)).isPresent());
		LockProvider third = instance(database);
		System.out.println("a third while the second holds it: " + lock(third, Duration.ofMinutes(5)).isPresent());
		first.unlock();
		System.out.println("a third after the first job's late end: " + lock(third, Duration.ofMinutes(5)).isPresent());
	}

	private static LockProvider instance(DataSource database) {
		return new JdbcTemplateLockProvider(database);
	}

	private static Optional<SimpleLock> lock(LockProvider instance, Duration atMost) {
		return instance.lock(new LockConfiguration(Instant.now(), "job", atMost, Duration.ZERO));
	}

}
EOF
