/**
 * The examples of the page on threads for requests.
 */
@NullMarked
package io.perfstarter.sample.howto.threads;

import org.jspecify.annotations.NullMarked;
