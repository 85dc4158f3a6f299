package com.example.orders;

/**
 * What somebody has ordered, and how much of it.
 */
public record Order(long id, String item, int quantity) {

}
