package org.springframework.samples.shop;

import org.springframework.data.repository.CrudRepository;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Controller;
import org.springframework.stereotype.Repository;
import org.springframework.stereotype.Service;

/**
 * The layers of an application below a package of Spring.
 */
public final class Layers {

	private Layers() {
	}

	/**
	 * A layer above.
	 */
	@Service
	public static class Facade {

		private final Tickets tickets;

		public Facade() {
			this(new Tickets());
		}

		public Facade(Tickets tickets) {
			this.tickets = tickets;
		}

		public String search(String text) {
			return this.tickets.find(text);
		}

	}

	/**
	 * A layer below.
	 */
	@Repository
	public static class Tickets {

		public String find(String text) {
			return "found " + text;
		}

		public void fail() {
			throw new IllegalStateException("secret");
		}

	}

	/**
	 * A layer for browsers.
	 */
	@Controller
	public static class Pages {

		public String index() {
			return "index";
		}

	}

	/**
	 * No layer.
	 */
	@Component
	public static class Helper {

		public String help() {
			return "help";
		}

	}

	/** A service with a method that no proxy passes on. */
	@Service
	public static class HalfClosed {

		/** Answers. */
		public final String find() {
			return "found";
		}

	}

	/**
	 * A layer of which no proxy can be made.
	 */
	@Service
	public static final class Closed {

		public String search() {
			return "";
		}

	}

	/**
	 * A repository of Spring Data.
	 */
	public interface Orders extends CrudRepository<String, Long> {

	}

}
