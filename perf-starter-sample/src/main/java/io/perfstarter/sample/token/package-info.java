/**
 * The token-service, a slow remote that knows whose an access token is.
 */
@NullMarked
package io.perfstarter.sample.token;

import org.jspecify.annotations.NullMarked;
