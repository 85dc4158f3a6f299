/**
 * Web support that several features share.
 */
@NullMarked
package io.perfstarter.web.autoconfigure;

import org.jspecify.annotations.NullMarked;
