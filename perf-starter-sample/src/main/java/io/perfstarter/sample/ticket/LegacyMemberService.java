package io.perfstarter.sample.ticket;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Finds members the old way: one transaction holds a connection across the remote call,
 * and members are converted through JSON.
 */
@Service
@Transactional
class LegacyMemberService {

	private final MemberRepository members;

	private final TokenClient tokens;

	private final JsonMapper jsonMapper;

	LegacyMemberService(MemberRepository members, TokenClient tokens, JsonMapper jsonMapper) {
		this.members = members;
		this.tokens = tokens;
		this.jsonMapper = jsonMapper;
	}

	/**
	 * The first statement takes the connection out of the pool. Without it Boot's lazy
	 * fetch would do so only after the remote call, and this transaction would be
	 * harmless.
	 */
	MemberView byToken(String token) {
		if (this.members.isBlocked(token)) {
			throw new NotFoundException("token", token);
		}
		return byEmail(this.tokens.emailOf(token));
	}

	MemberView byEmail(String email) {
		return this.members.findByEmail(email)
			.map(this::throughJson)
			.orElseThrow(() -> new NotFoundException("member", email));
	}

	MemberView byId(long id) {
		return this.members.findById(id).map(this::throughJson).orElseThrow(() -> new NotFoundException("member", id));
	}

	private MemberView throughJson(Member member) {
		return this.jsonMapper.readValue(this.jsonMapper.writeValueAsString(member), MemberView.class);
	}

}
