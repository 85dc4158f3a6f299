/**
 * Shows the causes of slow requests as one self-contained HTML page, without scripts,
 * images or further requests.
 */
@NullMarked
package io.perfstarter.reporting.page;

import org.jspecify.annotations.NullMarked;
