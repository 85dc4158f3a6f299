/**
 * The example of the how-to page on the tests of an application.
 */
@NullMarked
package io.perfstarter.howto.testing;

import org.jspecify.annotations.NullMarked;
