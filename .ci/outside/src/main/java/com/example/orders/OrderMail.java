package com.example.orders;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

/**
 * Writes to customers.
 */
@Component
public class OrderMail {

	private static final Logger logger = LoggerFactory.getLogger(OrderMail.class);

	// tag::async[]
	@Async("mail")
	public void confirm(Order order) {
		logger.info("Confirms order {}", order.id());
	}
	// end::async[]

}
