package io.perfstarter.sample.members;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Returns members by both services.
 */
@RestController
class MembersController {

	private final MemberService members;

	private final LegacyMemberService legacyMembers;

	MembersController(MemberService members, LegacyMemberService legacyMembers) {
		this.members = members;
		this.legacyMembers = legacyMembers;
	}

	@GetMapping("/members")
	List<MemberView> first() {
		return this.members.first();
	}

	@GetMapping("/members/token-{token}")
	MemberView byToken(@PathVariable String token) {
		return this.members.byToken(token);
	}

	@GetMapping("/members-legacy")
	List<MemberView> firstOfLegacy() {
		return this.legacyMembers.first();
	}

	@GetMapping("/members-legacy/token-{token}")
	MemberView byTokenOfLegacy(@PathVariable String token) {
		return this.legacyMembers.byToken(token);
	}

}
