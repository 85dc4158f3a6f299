/**
 * The example of the how-to page on Spring Security.
 */
@NullMarked
package io.perfstarter.howto.security;

import org.jspecify.annotations.NullMarked;
