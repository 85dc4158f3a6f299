package io.perfstarter.sample.members;

import java.time.LocalDateTime;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * A stored member as an entity.
 */
@Entity
@Table(name = "members")
class Member {

	@Id
	private Long id;

	private String email;

	private String name;

	@Column(name = "joined_at")
	private LocalDateTime joinedAt;

	Long getId() {
		return this.id;
	}

	String getEmail() {
		return this.email;
	}

	String getName() {
		return this.name;
	}

	LocalDateTime getJoinedAt() {
		return this.joinedAt;
	}

}
