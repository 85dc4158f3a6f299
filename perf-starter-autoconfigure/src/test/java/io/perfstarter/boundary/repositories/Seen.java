package io.perfstarter.boundary.repositories;

/**
 * The state of the server and of the transaction while a row is read.
 */
interface Seen {

	String seen();

}
