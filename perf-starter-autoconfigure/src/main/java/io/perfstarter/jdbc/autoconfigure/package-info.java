/**
 * Lets features hear of the connections of an application's pools.
 */
@NullMarked
package io.perfstarter.jdbc.autoconfigure;

import org.jspecify.annotations.NullMarked;
