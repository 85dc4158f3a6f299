package io.perfstarter.routing;

import javax.sql.DataSource;

/**
 * A database server, as the configuration names it.
 *
 * @param name its name, for a replica the key of the configuration
 * @param pool lends connections, after a short wait only for a replica
 * @param poolSize how many it has at most
 * @param probe opens a new connection each time, to ask the server how far it is
 */
public record Server(String name, DataSource pool, int poolSize, DataSource probe) {
}
