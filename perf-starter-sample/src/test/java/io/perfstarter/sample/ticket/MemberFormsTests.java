package io.perfstarter.sample.ticket;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.launcher.RunningParts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the two forms of the members: they answer the same, and boundary names the one
 * that holds its connection across the remote call.
 */
@ExtendWith(RunningParts.Extension.class)
@Tag(Tier.CI)
class MemberFormsTests {

	private static final int CALLS = 20;

	private final JsonMapper jsonMapper = new JsonMapper();

	private final RunningParts parts;

	MemberFormsTests(RunningParts parts) {
		this.parts = parts;
	}

	@ParameterizedTest
	@ValueSource(strings = { "token-42", "token-1000", "email-member7@parking.example", "id-1" })
	void bothFormsAnswerTheSameBytes(String member) {
		String answer = body(get("/members/" + member), 200);
		assertThat(answer).contains("\"joinedAt\":\"20");
		assertThat(body(get("/members-legacy/" + member), 200)).isEqualTo(answer);
	}

	@Test
	void bothFormsListTheSameBytes() {
		String answer = body(get("/members"), 200);
		assertThat(this.jsonMapper.readTree(answer)).hasSize(500);
		assertThat(body(get("/members-legacy"), 200)).isEqualTo(answer);
	}

	@ParameterizedTest
	@ValueSource(strings = { "token-1001", "token-1002", "token-unknown", "email-nobody@parking.example", "id-0" })
	void bothFormsRefuseTheSame(String member) {
		String detail = detail(get("/members/" + member));
		assertThat(detail(get("/members-legacy/" + member))).isEqualTo(detail);
	}

	@Test
	void tokenThatIsBlockedIsUnknown() {
		assertThat(detail(get("/members/token-1001"))).isEqualTo("There is no token 1001");
		assertThat(detail(get("/members/token-1002"))).isEqualTo("There is no member member1002@parking.example");
	}

	@Test
	void remoteCallOfTheLegacyFormIsNamedOnceForEachInstance() {
		for (String instance : this.parts.ticketServices()) {
			callBothForms(instance, 3);
		}
		assertThat(this.parts.findingsOfBoundary()).hasSameSizeAs(this.parts.ticketServices())
			.allSatisfy((finding) -> assertThat(finding).matches("LegacyMemberService\\.byToken\\(\\) calls "
					+ "'GET token-service/token/\\{token}' at TokenClient\\.java:\\d+ while holding a connection of pool "
					+ "'dataSource' \\(held for \\d+\\.\\d ms, used for .*"));
	}

	@Test
	void accountBlamesTheLegacyForm() {
		String instance = this.parts.ticketService();
		callBothForms(instance, CALLS);
		List<JsonNode> methods = methods(instance);
		// Other tests use other methods of the same instance.
		List<JsonNode> forms = methods.stream()
			.filter((method) -> method.get("method").asString().contains("Member"))
			.toList();
		assertThat(forms).extracting((form) -> form.get("method").asString())
			.contains("MemberRepository.findByEmail()", "MemberRepository.isBlocked()");
		JsonNode legacy = forms.get(0);
		assertThat(legacy.get("method").asString()).isEqualTo("LegacyMemberService.byToken()");
		assertThat(legacy.get("holds").asLong()).isGreaterThanOrEqualTo(CALLS);
		assertThat(legacy.get("heldMillis").asDouble()).isGreaterThanOrEqualTo(50);
		assertThat(legacy.get("useRatio").asDouble()).isBetween(0.0, 0.5);
		JsonNode forecast = legacy.get("forecast");
		assertThat(forecast.get("ceilingAfter").asDouble()).isPositive();
		assertThat(forecast.get("ceiling").asDouble()).isBetween(1.0, 200.0);
		assertThat(forecast.get("boundBy").asString()).isIn("POOL", "THREADS", "CPU");
		assertThat(methods).filteredOn((method) -> method.get("remoteCalls").asDouble() > 0)
			.extracting((method) -> method.get("method").asString())
			.containsExactly("LegacyMemberService.byToken()");
	}

	private void callBothForms(String instance, int times) {
		IntStream.rangeClosed(1, times).forEach((token) -> {
			body(this.parts.get(instance + "/members/token-" + token), 200);
			body(this.parts.get(instance + "/members-legacy/token-" + token), 200);
		});
	}

	private List<JsonNode> methods(String instance) {
		JsonNode state = this.jsonMapper.readTree(body(this.parts.get(instance + "/actuator/boundary"), 200));
		return StreamSupport.stream(state.get("methods").spliterator(), false).toList();
	}

	private String detail(HttpResponse<String> answer) {
		return this.jsonMapper.readTree(body(answer, 404)).get("detail").asString();
	}

	private static String body(HttpResponse<String> answer, int status) {
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
		return answer.body();
	}

	private HttpResponse<String> get(String path) {
		return this.parts.get(this.parts.ticketService() + path);
	}

}
