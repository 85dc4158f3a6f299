package io.perfstarter.sample.ticket;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Returns members.
 */
@RestController
@RequestMapping("/members")
class MemberController {

	private final MemberService members;

	MemberController(MemberService members) {
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
