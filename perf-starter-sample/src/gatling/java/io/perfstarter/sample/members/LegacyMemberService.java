package io.perfstarter.sample.members;

import java.util.List;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Finds members in the legacy way: one transaction, which might write, around everything.
 * It keeps its connection during the call of the token-service, and at its end Hibernate
 * compares each entity with what was loaded.
 */
@Service
@Transactional
class LegacyMemberService {

	private final MemberService members;

	LegacyMemberService(MemberService members) {
		this.members = members;
	}

	List<MemberView> first() {
		return this.members.first();
	}

	MemberView byToken(String token) {
		return this.members.byToken(token);
	}

}
