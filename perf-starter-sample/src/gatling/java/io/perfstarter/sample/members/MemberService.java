package io.perfstarter.sample.members;

import java.util.List;
import java.util.NoSuchElementException;

import org.springframework.stereotype.Service;

/**
 * Finds members without a transaction of its own, so that those of the repository end
 * before and begin after the call of the token-service.
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
		return this.members.findTop500ByOrderById().stream().map(MemberView::of).toList();
	}

	MemberView byToken(String token) {
		if (this.members.countBlocks(token) != 0) {
			throw new NoSuchElementException("There is no token " + token);
		}
		return byEmail(this.tokens.emailOf(token));
	}

	MemberView byEmail(String email) {
		return this.members.findByEmail(email).map(MemberView::of).orElseThrow();
	}

}
