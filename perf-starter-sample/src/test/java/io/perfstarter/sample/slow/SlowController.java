package io.perfstarter.sample.slow;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/**
 * Requests that are slow, each for its own reason.
 */
@RestController
@RequestMapping("/slow")
class SlowController {

	/** What requests and a batch job compete for. */
	static final Object MONITOR = new Object();

	static final Computation CHURN = new Computation(() -> churn(1));

	private static final int KEPT = 16;

	private final Queue<List<long[]>> kept = new ConcurrentLinkedQueue<>();

	private final SlowRepository repository;

	private final TransactionTemplate transaction;

	private final TransactionTemplate newTransaction;

	private final RestClient restClient;

	private final List<long[]> ballast;

	SlowController(SlowRepository repository, PlatformTransactionManager transactionManager,
			RestClient.Builder restClientBuilder, @Value("${slow.remote}") String remote,
			@Value("${slow.ballast:0}") int ballast) {
		this.repository = repository;
		this.transaction = new TransactionTemplate(transactionManager);
		this.newTransaction = new TransactionTemplate(transactionManager);
		this.newTransaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.restClient = restClientBuilder.baseUrl(remote).build();
		this.ballast = megabytes(ballast);
		// Measured now: while the processors are busy, requests would wait for that.
		CHURN.take(0);
	}

	@GetMapping("/query/{millis}")
	int query(@PathVariable int millis) {
		return this.repository.sleep(millis);
	}

	@GetMapping("/update/{category}")
	int update(@PathVariable long category) {
		return this.repository.takeFromStock(category);
	}

	@GetMapping("/visits/{plate}")
	List<Long> visits(@PathVariable String plate) {
		return this.repository.visits(plate);
	}

	@GetMapping("/all-visits/{rows}")
	int allVisits(@PathVariable int rows) {
		return this.repository.allVisits(rows).size();
	}

	@GetMapping("/zones/{times}")
	List<String> zones(@PathVariable int times) {
		List<String> names = new ArrayList<>();
		for (int i = 0; i < times; i++) {
			names.add(this.repository.zone(1 + i % 20, 2));
		}
		return names;
	}

	@GetMapping("/cached/{id}")
	String cached(@PathVariable long id) {
		return this.repository.plate(id);
	}

	@GetMapping("/remote/{millis}")
	String remote(@PathVariable int millis) {
		return this.restClient.get().uri("/answer/{millis}", millis).retrieve().requiredBody(String.class);
	}

	/** The connection waits for the other process, too. */
	@GetMapping("/held/{millis}")
	String held(@PathVariable int millis) {
		return this.transaction.execute((status) -> {
			this.repository.count(2);
			return remote(millis);
		});
	}

	/** Takes a second connection while it holds the first. */
	@GetMapping("/nested")
	int nested() {
		return this.transaction.execute((status) -> {
			this.repository.count(2);
			return this.newTransaction.execute((inner) -> this.repository.takeFromStock(2));
		});
	}

	/** So much time of a processor, however long that takes. */
	@GetMapping("/burn/{millis}")
	int burn(@PathVariable int millis) {
		return CHURN.take(millis);
	}

	static long churn(long value) {
		long churned = value;
		for (int i = 0; i < 50_000; i++) {
			churned = churned * 6364136223846793005L + 1442695040888963407L;
		}
		return churned;
	}

	@GetMapping("/locked")
	int locked() {
		synchronized (MONITOR) {
			return this.ballast.size();
		}
	}

	/** All of it is alive until the answer, some of it computed with. */
	@GetMapping("/garbage/{megabytes}")
	int garbage(@PathVariable int megabytes) {
		return megabytes(megabytes).size();
	}

	/** The same, and alive until some more requests have come. */
	@GetMapping("/kept/{megabytes}")
	int kept(@PathVariable int megabytes) {
		List<long[]> objects = megabytes(megabytes);
		this.kept.add(objects);
		while (this.kept.size() > KEPT) {
			this.kept.poll();
		}
		return objects.size();
	}

	/** Small objects, as a collector finds them in an application. */
	static List<long[]> megabytes(int megabytes) {
		List<long[]> objects = new ArrayList<>();
		for (int i = 0; i < megabytes * 20_000; i++) {
			objects.add(new long[4]);
		}
		return objects;
	}

}
