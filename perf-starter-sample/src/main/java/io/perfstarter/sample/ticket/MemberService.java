package io.perfstarter.sample.ticket;

import java.util.List;

import org.springframework.stereotype.Service;

/**
 * Finds members without a transaction, so that no connection is held during the call of
 * the token-service.
 */
@Service
class MemberService {

	private final MemberRepository members;

	private final TokenClient tokens;

	MemberService(MemberRepository members, TokenClient tokens) {
		this.members = members;
		this.tokens = tokens;
	}

	List<MemberView> first() {
		return this.members.findFirst().stream().map(MemberView::of).toList();
	}

	MemberView byToken(String token) {
		if (this.members.isBlocked(token)) {
			throw new NotFoundException("token", token);
		}
		return byEmail(this.tokens.emailOf(token));
	}

	MemberView byEmail(String email) {
		return this.members.findByEmail(email)
			.map(MemberView::of)
			.orElseThrow(() -> new NotFoundException("member", email));
	}

	MemberView byId(long id) {
		return this.members.findById(id).map(MemberView::of).orElseThrow(() -> new NotFoundException("member", id));
	}

}
