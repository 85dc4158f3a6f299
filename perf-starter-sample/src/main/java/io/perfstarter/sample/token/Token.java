package io.perfstarter.sample.token;

/**
 * Whose an access token is.
 *
 * @param token the token, without its prefix
 * @param memberId the id of the member
 * @param email the e-mail address of the member
 */
record Token(String token, long memberId, String email) {
}
