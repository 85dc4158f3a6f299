/**
 * What the examples of the how-to pages have in common.
 */
@NullMarked
package io.perfstarter.sample.howto;

import org.jspecify.annotations.NullMarked;
