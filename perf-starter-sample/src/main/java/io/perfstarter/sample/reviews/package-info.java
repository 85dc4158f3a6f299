/**
 * The film reviews, a small service over large tables that is slow until it does what the
 * starter says about it.
 */
@NullMarked
package io.perfstarter.sample.reviews;

import org.jspecify.annotations.NullMarked;
