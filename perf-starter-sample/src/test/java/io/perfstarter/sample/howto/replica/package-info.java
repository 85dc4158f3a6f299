/**
 * The example of the page on replicas whose addresses come from elsewhere.
 */
@NullMarked
package io.perfstarter.sample.howto.replica;

import org.jspecify.annotations.NullMarked;
