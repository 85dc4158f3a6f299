package io.perfstarter.reporting.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CpuWaitCounter}.
 */
class CpuWaitCounterTests {

	@TempDir
	private Path root;

	private void task(int number, String text) throws IOException {
		new Fixture(this.root).with("proc/self/task/" + number + "/schedstat", text);
	}

	@Test
	void isTheSumOfAllThreadsSinceItsBegin() throws IOException {
		task(1, "1000 50 3");
		task(2, "1000 70 3");
		CpuWaitCounter runQueue = new CpuWaitCounter(this.root);
		assertThat(runQueue.nanos()).isZero();
		task(1, "2000 60 4");
		task(3, "10 5 1");
		assertThat(runQueue.nanos()).isEqualTo(15);
		assertThat(runQueue.nanos()).isEqualTo(15);
	}

	@Test
	void keepsWhatWasKnownOfThreadsThatHaveEnded() throws IOException {
		task(1, "1000 50 3");
		task(2, "1000 70 3");
		CpuWaitCounter runQueue = new CpuWaitCounter(this.root);
		task(2, "1000 90 3");
		assertThat(runQueue.nanos()).isEqualTo(20);
		Files.delete(this.root.resolve("proc/self/task/2/schedstat"));
		assertThat(runQueue.nanos()).isEqualTo(20);
		task(2, "9 4 1");
		assertThat(runQueue.nanos()).isEqualTo(24);
	}

	@Test
	void readThatFailsCountsNothingTwice() throws IOException {
		task(1, "1000 50 3");
		CpuWaitCounter runQueue = new CpuWaitCounter(this.root);
		task(1, "");
		assertThat(runQueue.nanos()).isEqualTo(KernelFile.UNKNOWN);
		task(1, "2000 60 4");
		assertThat(runQueue.nanos()).isEqualTo(10);
	}

	@Test
	void aNumberThatIsUsedAgainIsAnotherThread() throws IOException {
		task(1, "1000 50 3");
		CpuWaitCounter runQueue = new CpuWaitCounter(this.root);
		task(1, "10 5 1");
		assertThat(runQueue.nanos()).isEqualTo(5);
	}

	@Test
	void isNotKnownWhereTheKernelDoesNotCount() throws IOException {
		assertThat(new CpuWaitCounter(this.root).nanos()).isEqualTo(KernelFile.UNKNOWN);
		task(1, "");
		assertThat(new CpuWaitCounter(this.root).nanos()).isEqualTo(KernelFile.UNKNOWN);
	}

}
