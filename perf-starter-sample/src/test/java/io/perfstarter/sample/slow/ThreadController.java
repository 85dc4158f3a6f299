package io.perfstarter.sample.slow;

import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/**
 * Requests that wait for other threads.
 */
@RestController
@RequestMapping("/threads")
class ThreadController implements DisposableBean {

	private final ExecutorService single = Executors.newSingleThreadExecutor();

	private final ExecutorService many = Executors.newCachedThreadPool();

	private final Mails mails;

	private final Newsletters newsletters;

	private final SlowRepository repository;

	private final RestClient restClient;

	ThreadController(Mails mails, Newsletters newsletters, SlowRepository repository,
			RestClient.Builder restClientBuilder, @Value("${slow.remote}") String remote) {
		this.mails = mails;
		this.newsletters = newsletters;
		this.repository = repository;
		this.restClient = restClientBuilder.baseUrl(remote).build();
	}

	@GetMapping("/single/{millis}")
	int single(@PathVariable int millis) throws InterruptedException, ExecutionException {
		return this.single.submit(() -> sleep(millis)).get();
	}

	@GetMapping("/timeout/{millis}")
	int timeout(@PathVariable int millis) throws InterruptedException, ExecutionException {
		try {
			return this.many.submit(() -> sleep(3 * millis)).get(millis, TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException ex) {
			return 0;
		}
	}

	private static int sleep(int millis) throws InterruptedException {
		Thread.sleep(millis);
		return millis;
	}

	@GetMapping("/wait/{millis}")
	int message(@PathVariable int millis) throws InterruptedException {
		Mailbox mailbox = new Mailbox();
		CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(() -> mailbox.put(millis));
		return mailbox.take();
	}

	@GetMapping("/common/{millis}")
	int common(@PathVariable int millis) {
		return CompletableFuture.supplyAsync(() -> SlowController.CHURN.take(millis)).join();
	}

	@GetMapping("/nested/{millis}")
	int nested(@PathVariable int millis) {
		return this.newsletters.send(millis).join();
	}

	@GetMapping("/remote/{millis}")
	String remote(@PathVariable int millis) {
		return CompletableFuture.supplyAsync(() -> call(millis)).join();
	}

	@GetMapping("/statement/{millis}")
	int statement(@PathVariable int millis) {
		return CompletableFuture.supplyAsync(() -> this.repository.sleep(millis), this.many).join();
	}

	@GetMapping("/all/{millis}")
	int all(@PathVariable int millis) throws InterruptedException {
		return this.many.invokeAll(Collections.nCopies(4, () -> call(millis))).size();
	}

	@GetMapping("/own/{millis}")
	int own(@PathVariable int millis) throws InterruptedException, ExecutionException {
		return this.many.submit(() -> sleep(millis)).get();
	}

	private String call(int millis) {
		return this.restClient.get().uri("/answer/{millis}", millis).retrieve().requiredBody(String.class);
	}

	@GetMapping("/parallel/{millis}")
	int parallel(@PathVariable int millis) {
		return IntStream.range(0, 20).parallel().map((i) -> SlowController.CHURN.take(millis / 20)).sum();
	}

	@GetMapping("/async")
	int async() throws InterruptedException {
		return this.mails.send().join();
	}

	@GetMapping("/async-full")
	void asyncFull() throws InterruptedException {
		this.mails.sendLater();
	}

	@GetMapping("/limited")
	int limited() throws InterruptedException {
		return this.mails.sendOneByOne();
	}

	@Override
	public void destroy() {
		this.single.shutdownNow();
		this.many.shutdownNow();
	}

	/**
	 * Holds a message as soon as it is there. Guarded by this.
	 */
	private static final class Mailbox {

		private int message;

		synchronized void put(int message) {
			this.message = message;
			notifyAll();
		}

		synchronized int take() throws InterruptedException {
			while (this.message == 0) {
				wait();
			}
			return this.message;
		}

	}

}
