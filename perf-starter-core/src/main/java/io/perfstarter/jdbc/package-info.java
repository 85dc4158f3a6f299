/**
 * The one wrapper of JDBC connections: what routing, boundary and reporting need to know
 * of leases, statements and commits, they hear here.
 */
@NullMarked
package io.perfstarter.jdbc;

import org.jspecify.annotations.NullMarked;
