/**
 * The token-service, a slow remote service that returns the member of an access token.
 */
@NullMarked
package io.perfstarter.sample.token;

import org.jspecify.annotations.NullMarked;
