/**
 * An application in a package that is not only its own.
 */
@NullMarked
package io.perfstarter.shop;

import org.jspecify.annotations.NullMarked;
