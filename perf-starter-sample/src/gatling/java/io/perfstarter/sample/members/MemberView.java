package io.perfstarter.sample.members;

import java.time.LocalDateTime;

/**
 * A member in a response.
 *
 * @param id the id of the member
 * @param email the e-mail address
 * @param name the name
 * @param joinedAt when the member joined
 */
record MemberView(Long id, String email, String name, LocalDateTime joinedAt) {

	static MemberView of(Member member) {
		return new MemberView(member.getId(), member.getEmail(), member.getName(), member.getJoinedAt());
	}

}
