package io.perfstarter.sample.ticket;

import java.time.LocalDateTime;

/**
 * A stored member.
 *
 * @param id the id of the member
 * @param email the e-mail address
 * @param name the name
 * @param joinedAt when the member joined
 */
record Member(long id, String email, String name, LocalDateTime joinedAt) {
}
