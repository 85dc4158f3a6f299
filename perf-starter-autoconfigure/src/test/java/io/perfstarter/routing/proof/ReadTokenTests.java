package io.perfstarter.routing.proof;

import java.util.Arrays;
import java.util.Base64;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.ReadYourWrites;
import io.perfstarter.support.Signer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that a client finds on one instance what it has written on another one, although
 * the standby is behind.
 */
@Tag(Tier.CI)
class ReadTokenTests {

	private static final int TIMES = 100;

	@AutoClose
	private static TokenApplications instances;

	@BeforeAll
	static void start() {
		instances = new TokenApplications();
	}

	@AfterEach
	void catchUp() {
		instances.databases().resumeReplay();
		instances.databases().applyDelay(0);
	}

	@Test
	void clientFindsItsWriteOnTheOtherInstance() {
		instances.databases().applyDelay(300);
		int staleWithout = 0;
		for (int i = 1; i <= TIMES; i++) {
			long value = System.nanoTime();
			TokenApplication writer = (i % 2 == 0) ? instances.one() : instances.other();
			TokenApplication reader = (i % 2 == 0) ? instances.other() : instances.one();
			String token = writer.write(1, value);
			staleWithout += (reader.read(1, null) != value) ? 1 : 0;
			assertThat(reader.read(1, token)).as("read " + i).isEqualTo(value);
		}
		assertThat(staleWithout).isGreaterThan(TIMES / 2);
	}

	@Test
	void waitForThePositionIsAComponentOfTheRequest() {
		double before = instances.one().waitedForPositions();
		instances.one().write(5, 7);
		await().untilAsserted(() -> assertThat(instances.one().waitedForPositions()).isGreaterThan(before));
	}

	@Test
	void replicaServesTheReadAsSoonAsItHasTheWrite() {
		long value = System.nanoTime();
		instances.databases().pauseReplay();
		String token = instances.one().write(2, value);
		long onReplica = instances.other().bound("replica");
		long onPrimary = instances.other().bound("primary");
		assertThat(instances.other().read(2, token)).isEqualTo(value);
		assertThat(instances.other().bound("primary")).isEqualTo(onPrimary + 1);
		instances.databases().resumeReplay();
		await().untilAsserted(() -> {
			assertThat(instances.other().read(2, token)).isEqualTo(value);
			assertThat(instances.other().bound("replica")).isGreaterThan(onReplica);
		});
	}

	@Test
	void primaryServesATokenOfAnotherTimelineOrCluster() {
		String token = instances.one().write(3, 7);
		await().until(() -> {
			long before = instances.other().bound("replica");
			instances.other().read(3, token);
			return instances.other().bound("replica") > before;
		});
		instances.databases().pauseReplay();
		String later = instances.one().write(3, 8);
		// The timeline is in the bytes 14 to 17, the cluster behind it.
		for (int position : new int[] { 17, 25 }) {
			long onPrimary = instances.other().bound("primary");
			assertThat(instances.other().read(3, changed(later, position))).isEqualTo(8);
			assertThat(instances.other().bound("primary")).isEqualTo(onPrimary + 1);
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
		ApplicationContextRunner runner = PairApplication.runner(instances.databases())
			.withBean(Counters.class)
			.withPropertyValues(PairApplication.PATIENT)
			.withPropertyValues(TokenApplication.SECRET);
		runner.run((sender) -> runner.run((receiver) -> {
			// An instance that starts later may never measure a standby that is behind.
			await().until(receiver.getBean(Counters.class)::readsFromReplica);
			instances.databases().pauseReplay();
			long value = System.nanoTime();
			sender.getBean(Counters.class).write(4, value);
			String token = sender.getBean(ReadYourWrites.class).token();
			await().until(() -> receiver.getBean(Counters.class).read(4) != value);
			receiver.getBean(ReadYourWrites.class).require(token);
			// A stall may look like a primary that is down; the standby never has it.
			await().pollInSameThread().until(() -> receiver.getBean(Counters.class).read(4) == value);
		}));
	}

}
