package io.perfstarter.sample.ticket;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * Thrown when a request is invalid. The response has status 400 and contains problem
 * details.
 */
class InvalidRequestException extends ErrorResponseException {

	InvalidRequestException(String detail) {
		super(HttpStatus.BAD_REQUEST, ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, detail), null);
	}

}
