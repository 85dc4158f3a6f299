package io.perfstarter.boundary.repository;

/**
 * What the server says of itself and of the transaction as it reads a row.
 */
interface Seen {

	String seen();

}
