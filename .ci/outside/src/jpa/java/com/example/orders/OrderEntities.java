package com.example.orders;

import org.springframework.data.repository.CrudRepository;

/**
 * The repository of orders.
 */
interface OrderEntities extends CrudRepository<OrderEntity, Long> {

}
