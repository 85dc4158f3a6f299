package io.perfstarter.sample.front;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.client.ResourceAccessException;

/**
 * Converts failed calls of the ticket-service to error responses.
 */
@RestControllerAdvice
class TicketClientAdvice {

	@ExceptionHandler
	ProblemDetail unreachable(ResourceAccessException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE,
				"No instance of the ticket-service answers");
	}

}
