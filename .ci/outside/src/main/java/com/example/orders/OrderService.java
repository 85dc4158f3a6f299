package com.example.orders;

import java.util.List;

import io.perfstarter.eviction.EvictTicketCache;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads and changes orders.
 */
@Service
public class OrderService {

	private static final Logger logger = LoggerFactory.getLogger(OrderService.class);

	private final OrderStore orders;

	private final OrderMail mail;

	OrderService(OrderStore orders, OrderMail mail) {
		this.orders = orders;
		this.mail = mail;
	}

	// tag::read[]
	@Cacheable("orders")
	@Transactional(readOnly = true)
	public Order find(long id) {
		logger.info("Reads order {}", id);
		return this.orders.find(id);
	}
	// end::read[]

	// tag::change[]
	@CacheEvict(cacheNames = "orders", key = "#order.id")
	@Transactional
	public void change(Order order) {
		this.orders.save(order);
		this.mail.confirm(order);
	}
	// end::change[]

	@EvictTicketCache(cacheNames = "orders", allEntries = true)
	@Transactional
	public void changeAll(List<Order> orders) {
		for (Order order : orders) {
			if (order.quantity() < 1) {
				throw new IllegalArgumentException("Nothing is ordered: " + order);
			}
			change(order);
		}
	}

}
