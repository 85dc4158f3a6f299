/**
 * What applications import to send read-only transactions to replicas.
 */
@NullMarked
package io.perfstarter.routing;

import org.jspecify.annotations.NullMarked;
