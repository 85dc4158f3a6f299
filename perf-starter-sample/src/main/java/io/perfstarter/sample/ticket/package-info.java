/**
 * The ticket-service, the domain of the parking sample, which shows what the starter
 * does.
 */
@NullMarked
package io.perfstarter.sample.ticket;

import org.jspecify.annotations.NullMarked;
