/**
 * Shows what makes requests slow as one HTML page that needs nothing else: no script, no
 * image, no second request.
 */
@NullMarked
package io.perfstarter.reporting.page;

import org.jspecify.annotations.NullMarked;
