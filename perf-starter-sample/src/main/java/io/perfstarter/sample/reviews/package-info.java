/**
 * The film reviews, a small service with large tables. It is slow until the
 * recommendations of the starter are applied.
 */
@NullMarked
package io.perfstarter.sample.reviews;

import org.jspecify.annotations.NullMarked;
