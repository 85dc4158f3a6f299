package io.perfstarter.sample.ticket;

import java.util.List;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Finds members in the legacy way: one transaction holds a connection during the remote
 * call, and members are converted through JSON.
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

	List<MemberView> first() {
		return this.members.findFirst().stream().map(this::throughJson).toList();
	}

	/**
	 * Finds the member of a token. The first statement borrows the connection before the
	 * remote call. Without this statement, Spring Boot's lazy connection fetching would
	 * borrow it after the call, and the transaction would be harmless.
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
