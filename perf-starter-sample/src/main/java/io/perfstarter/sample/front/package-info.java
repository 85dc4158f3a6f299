/**
 * The front of the sample, which forwards the requests of clients to the ticket-service.
 */
@NullMarked
package io.perfstarter.sample.front;

import org.jspecify.annotations.NullMarked;
