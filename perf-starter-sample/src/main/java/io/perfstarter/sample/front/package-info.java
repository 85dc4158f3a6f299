/**
 * The front, which orchestrates calls to the ticket-service for its clients.
 */
@NullMarked
package io.perfstarter.sample.front;

import org.jspecify.annotations.NullMarked;
