package io.perfstarter.sample.slow;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Requests that use files, and start programs.
 */
@RestController
@RequestMapping("/files")
class FileController {

	private final AtomicInteger files = new AtomicInteger();

	private final Path directory;

	FileController(@Value("${slow.directory}") Path directory) {
		this.directory = directory;
	}

	@GetMapping("/small/{millis}")
	int small(@PathVariable int millis) throws IOException {
		long end = end(millis);
		int number = 0;
		while (System.nanoTime() < end) {
			Path file = this.directory.resolve("small-" + this.files.getAndIncrement() % 100);
			try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
				channel.write(ByteBuffer.allocate(4096));
				channel.force(true);
			}
			number++;
		}
		return number;
	}

	@GetMapping("/large/{millis}")
	long large(@PathVariable int millis) throws IOException {
		Path file = largeFile();
		long end = end(millis);
		byte[] buffer = new byte[1 << 20];
		long bytes = 0;
		while (System.nanoTime() < end) {
			try (InputStream in = Files.newInputStream(file)) {
				for (int read = in.read(buffer); read != -1 && System.nanoTime() < end; read = in.read(buffer)) {
					bytes += read;
				}
			}
		}
		return bytes;
	}

	private synchronized Path largeFile() throws IOException {
		Path file = this.directory.resolve("large");
		if (!Files.exists(file)) {
			Files.write(file, new byte[64 << 20]);
		}
		return file;
	}

	private static long end(int millis) {
		return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
	}

	@GetMapping("/process")
	int process() throws IOException, InterruptedException {
		return new ProcessBuilder("sleep", "0.4").start().waitFor();
	}

}
