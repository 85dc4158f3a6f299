package io.perfstarter.sample.ticket;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * Thrown when a request asks for something that makes no sense; answered as problem
 * details with status 400.
 */
class InvalidRequestException extends ErrorResponseException {

	InvalidRequestException(String detail) {
		super(HttpStatus.BAD_REQUEST, ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, detail), null);
	}

}
