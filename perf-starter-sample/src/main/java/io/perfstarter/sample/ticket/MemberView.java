package io.perfstarter.sample.ticket;

import java.time.LocalDateTime;

/**
 * A member in a response.
 *
 * @param id the id of the member
 * @param email the e-mail address
 * @param name the name
 * @param joinedAt when the member joined
 */
record MemberView(long id, String email, String name, LocalDateTime joinedAt) {

	static MemberView of(Member member) {
		return new MemberView(member.id(), member.email(), member.name(), member.joinedAt());
	}

}
