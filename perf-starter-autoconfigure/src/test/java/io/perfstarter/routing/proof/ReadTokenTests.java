package io.perfstarter.routing.proof;

import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;

import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.ReadYourWrites;
import io.perfstarter.support.Signer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that a client finds on one instance what it has written on another one, although
 * the standby is behind.
 */
@Tag("one-jdk")
class ReadTokenTests {

	private static final int TIMES = 100;

	private static PostgresPair databases;

	private static TokenApplication one;

	private static TokenApplication other;

	@BeforeAll
	static void start() {
		databases = PostgresPair.shared();
		databases.execute("create table if not exists counters (id bigint primary key, value bigint)");
		databases
			.execute("insert into counters select id, 0 from generate_series(1, 100) as id on conflict do nothing");
		one = new TokenApplication(databases);
		other = new TokenApplication(databases);
		await().atMost(Duration.ofSeconds(20)).until(() -> one.isReady() && other.isReady());
	}

	@AfterAll
	static void end() {
		databases.applyDelay(0);
		one.close();
		other.close();
	}

	@AfterEach
	void catchUp() {
		databases.resumeReplay();
		databases.applyDelay(0);
	}

	@Test
	void clientFindsItsWriteOnTheOtherInstance() {
		databases.applyDelay(300);
		int staleWithout = 0;
		for (int i = 1; i <= TIMES; i++) {
			long value = System.nanoTime();
			TokenApplication writer = (i % 2 == 0) ? one : other;
			TokenApplication reader = (i % 2 == 0) ? other : one;
			String token = writer.write(1, value);
			staleWithout += (reader.read(1, null) != value) ? 1 : 0;
			assertThat(reader.read(1, token)).as("read " + i).isEqualTo(value);
		}
		assertThat(staleWithout).isGreaterThan(TIMES / 2);
	}

	@Test
	void replicaServesTheReadAsSoonAsItHasTheWrite() {
		long value = System.nanoTime();
		databases.pauseReplay();
		String token = one.write(2, value);
		long onReplica = other.bound("replica");
		long onPrimary = other.bound("primary");
		assertThat(other.read(2, token)).isEqualTo(value);
		assertThat(other.bound("primary")).isEqualTo(onPrimary + 1);
		databases.resumeReplay();
		await().untilAsserted(() -> {
			assertThat(other.read(2, token)).isEqualTo(value);
			assertThat(other.bound("replica")).isGreaterThan(onReplica);
		});
	}

	@Test
	void primaryServesATokenOfAnotherTimelineOrCluster() {
		String token = one.write(3, 7);
		await().until(() -> {
			long before = other.bound("replica");
			other.read(3, token);
			return other.bound("replica") > before;
		});
		databases.pauseReplay();
		String later = one.write(3, 8);
		// The timeline is in the bytes 14 to 17, the cluster behind it.
		for (int position : new int[] { 17, 25 }) {
			long onPrimary = other.bound("primary");
			assertThat(other.read(3, changed(later, position))).isEqualTo(8);
			assertThat(other.bound("primary")).isEqualTo(onPrimary + 1);
		}
	}

	private static String changed(String token, int position) {
		byte[] signed = Base64.getUrlDecoder().decode(token);
		byte[] content = Arrays.copyOf(signed, signed.length - 16);
		content[position]++;
		byte[] signature = new Signer(TokenApplication.SECRET.replaceFirst(".*=", "")).sign("perf-starter read token 1",
				content);
		System.arraycopy(content, 0, signed, 0, content.length);
		System.arraycopy(signature, 0, signed, content.length, 16);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(signed);
	}

	@Test
	void receiverOfAMessageFindsWhatItsSenderHasWritten() {
		databases.pauseReplay();
		PairApplication.runner(databases)
			.withBean(Counters.class)
			.withPropertyValues(TokenApplication.SECRET)
			.run((sender) -> PairApplication.runner(databases)
				.withBean(Counters.class)
				.withPropertyValues(TokenApplication.SECRET)
				.run((receiver) -> {
					long value = System.nanoTime();
					sender.getBean(Counters.class).write(4, value);
					String token = sender.getBean(ReadYourWrites.class).token();
					await().until(() -> receiver.getBean(Counters.class).readsFromReplica());
					assertThat(receiver.getBean(Counters.class).read(4)).isNotEqualTo(value);
					receiver.getBean(ReadYourWrites.class).require(token);
					assertThat(receiver.getBean(Counters.class).read(4)).isEqualTo(value);
				}));
	}

}
