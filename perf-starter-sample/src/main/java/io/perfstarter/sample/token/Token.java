package io.perfstarter.sample.token;

/**
 * An access token and its member.
 *
 * @param token the token, without its prefix
 * @param memberId the id of the member
 * @param email the e-mail address of the member
 */
record Token(String token, long memberId, String email) {
}
