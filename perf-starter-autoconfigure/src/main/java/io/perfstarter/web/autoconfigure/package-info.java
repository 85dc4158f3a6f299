/**
 * What features know in common of the web application.
 */
@NullMarked
package io.perfstarter.web.autoconfigure;

import org.jspecify.annotations.NullMarked;
