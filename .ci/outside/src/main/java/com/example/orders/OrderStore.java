package com.example.orders;

/**
 * Where orders are kept.
 */
public interface OrderStore {

	Order find(long id);

	void save(Order order);

}
