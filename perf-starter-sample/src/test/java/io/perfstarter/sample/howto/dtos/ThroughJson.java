package io.perfstarter.sample.howto.dtos;

import tools.jackson.databind.json.JsonMapper;

/**
 * Makes DTOs the old way: text is written, and read again.
 */
class ThroughJson {

	private final JsonMapper jsonMapper;

	ThroughJson(JsonMapper jsonMapper) {
		this.jsonMapper = jsonMapper;
	}

	// tag::detour[]
	MemberView view(Member member) {
		return this.jsonMapper.readValue(this.jsonMapper.writeValueAsString(member), MemberView.class);
	}
	// end::detour[]

	RenamedView renamed(Member member) {
		return this.jsonMapper.readValue(this.jsonMapper.writeValueAsString(member), RenamedView.class);
	}

	/**
	 * A view with a name that the entity does not have.
	 *
	 * @param id the id of the member
	 * @param mail the e-mail address
	 */
	record RenamedView(long id, String mail) {
	}

}
