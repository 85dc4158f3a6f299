package io.perfstarter.sample.ticket;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Returns members by the legacy service.
 */
@RestController
@RequestMapping("/members-legacy")
class LegacyMemberController {

	private final LegacyMemberService members;

	LegacyMemberController(LegacyMemberService members) {
		this.members = members;
	}

	@GetMapping
	List<MemberView> first() {
		return this.members.first();
	}

	@GetMapping("/token-{token}")
	MemberView byToken(@PathVariable String token) {
		return this.members.byToken(token);
	}

	@GetMapping("/email-{email}")
	MemberView byEmail(@PathVariable String email) {
		return this.members.byEmail(email);
	}

	@GetMapping("/id-{id}")
	MemberView byId(@PathVariable long id) {
		return this.members.byId(id);
	}

}
