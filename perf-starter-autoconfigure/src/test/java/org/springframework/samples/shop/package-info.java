/**
 * An application in a package that is not only its own.
 */
@NullMarked
package org.springframework.samples.shop;

import org.jspecify.annotations.NullMarked;
