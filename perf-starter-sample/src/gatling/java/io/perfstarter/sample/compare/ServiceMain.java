package io.perfstarter.sample.compare;

import java.util.Arrays;

import io.perfstarter.sample.UntilTestsEnd;
import io.perfstarter.sample.front.FrontApplication;
import io.perfstarter.sample.members.MembersApplication;
import io.perfstarter.sample.orders.WithoutExecutors;
import io.perfstarter.sample.reviews.ReviewsApplication;
import io.perfstarter.sample.ticket.TicketApplication;
import io.perfstarter.sample.token.TokenApplication;

import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;

/**
 * Starts an application that is measured, or one that those need, as a process that ends
 * with the one that measures.
 */
public final class ServiceMain {

	static final String READY = "The users may come";

	private ServiceMain() {
	}

	public static void main(String[] args) {
		UntilTestsEnd.watch();
		application(args[0]).bannerMode(Banner.Mode.OFF).run(Arrays.copyOfRange(args, 1, args.length));
		System.out.println(READY);
	}

	private static SpringApplicationBuilder application(String name) {
		return switch (name) {
			case "ticket" -> TicketApplication.builder();
			case "ticket-without-executor" -> TicketApplication.builder().sources(WithoutExecutors.class);
			case "members-jpa" -> MembersApplication.builder();
			case "reviews" -> ReviewsApplication.builder();
			case "front" -> FrontApplication.builder();
			case "token" -> TokenApplication.builder();
			default -> throw new IllegalArgumentException(name);
		};
	}

}
