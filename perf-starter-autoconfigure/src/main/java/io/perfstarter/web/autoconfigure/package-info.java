/**
 * Support for the web server, Actuator and its health that several features share.
 */
@NullMarked
package io.perfstarter.web.autoconfigure;

import org.jspecify.annotations.NullMarked;
