/**
 * The example of the how-to page on an invalidation log of one's own.
 */
@NullMarked
package io.perfstarter.howto.kafka;

import org.jspecify.annotations.NullMarked;
