/**
 * The example of the page on several instances behind a gateway.
 */
@NullMarked
package io.perfstarter.sample.howto.gateway;

import org.jspecify.annotations.NullMarked;
