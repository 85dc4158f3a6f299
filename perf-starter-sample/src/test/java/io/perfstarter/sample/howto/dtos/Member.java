package io.perfstarter.sample.howto.dtos;

import java.time.LocalDateTime;
import java.util.List;
import java.util.function.Supplier;

/**
 * A member as an entity: what belongs to it is loaded when it is asked for.
 */
class Member {

	private final long id;

	private final String email;

	private final String name;

	private final LocalDateTime joinedAt;

	private final Supplier<List<String>> trips;

	Member(long id, String email, String name, LocalDateTime joinedAt, Supplier<List<String>> trips) {
		this.id = id;
		this.email = email;
		this.name = name;
		this.joinedAt = joinedAt;
		this.trips = trips;
	}

	public long getId() {
		return this.id;
	}

	public String getEmail() {
		return this.email;
	}

	public String getName() {
		return this.name;
	}

	public LocalDateTime getJoinedAt() {
		return this.joinedAt;
	}

	public List<String> getTrips() {
		return this.trips.get();
	}

}
