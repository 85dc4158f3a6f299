package io.perfstarter.sample.howto.dtos;

import java.time.LocalDateTime;

/**
 * A member as answered.
 *
 * @param id the id of the member
 * @param email the e-mail address
 * @param name the name
 * @param joinedAt when the member joined
 */
// tag::view[]
record MemberView(long id, String email, String name, LocalDateTime joinedAt) {

	static MemberView of(Member member) {
		return new MemberView(member.getId(), member.getEmail(), member.getName(), member.getJoinedAt());
	}

}
// end::view[]
