package io.perfstarter.sample.fanout;

import java.util.List;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.sample.UntilTestsEnd;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * A light application: cached reads, changes that evict, and slow requests.
 */
@EnableAutoConfiguration
@Import({ LightMain.Notes.class, SimpleMeterRegistry.class })
@RestController
public class LightMain {

	private final Notes notes;

	private final MeterRegistry registry;

	LightMain(Notes notes, MeterRegistry registry) {
		this.notes = notes;
		this.registry = registry;
	}

	public static void main(String[] args) {
		UntilTestsEnd.watch();
		SpringApplication.run(LightMain.class, args);
	}

	@GetMapping("/notes")
	Answer read(@RequestParam List<Long> ids) {
		long now = System.nanoTime();
		List<Note> found = ids.stream().map(this.notes::find).toList();
		return new Answer(found.stream().map(Note::version).toList(),
				found.stream().filter((note) -> note.loaded() - now < 0).count(),
				this.registry.get("perf.starter.coherence.mode").tag("mode", "certified").gauge().value() > 0);
	}

	@PostMapping("/notes")
	void change(@RequestParam long id, @RequestParam long version) {
		this.notes.change(id, version);
	}

	@GetMapping("/slow")
	void beSlow() throws InterruptedException {
		TimeUnit.SECONDS.sleep(5);
	}

	/**
	 * The notes in the database that all instances share.
	 */
	static class Notes {

		private final JdbcClient jdbcClient;

		Notes(JdbcClient jdbcClient) {
			this.jdbcClient = jdbcClient;
		}

		@Cacheable("notes")
		Note find(long id) {
			long now = System.nanoTime();
			return new Note(
					this.jdbcClient.sql("select version from note where id = ?").param(id).query(Long.class).single(),
					now);
		}

		@Transactional
		@CacheEvict(cacheNames = "notes", key = "#id")
		void change(long id, long version) {
			this.jdbcClient.sql("update note set version = ? where id = ? and version < ?")
				.params(version, id, version)
				.update();
		}

	}

	/**
	 * A note.
	 *
	 * @param version its version
	 * @param loaded when it was loaded
	 */
	record Note(long version, long loaded) {
	}

	/**
	 * What an instance answers.
	 *
	 * @param versions the versions of the notes
	 * @param hits how many of them came from the cache
	 * @param certified whether it serves entries of any age
	 */
	record Answer(List<Long> versions, long hits, boolean certified) {
	}

}
