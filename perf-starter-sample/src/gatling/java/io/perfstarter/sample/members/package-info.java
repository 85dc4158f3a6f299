/**
 * A service with JPA repositories, in which the comparison looks members up.
 */
@NullMarked
package io.perfstarter.sample.members;

import org.jspecify.annotations.NullMarked;
