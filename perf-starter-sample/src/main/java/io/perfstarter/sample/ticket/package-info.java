/**
 * The ticket-service of the parking sample, which demonstrates the features of the
 * starter.
 */
@NullMarked
package io.perfstarter.sample.ticket;

import org.jspecify.annotations.NullMarked;
