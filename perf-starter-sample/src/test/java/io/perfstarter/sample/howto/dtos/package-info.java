/**
 * The example of the page on DTOs.
 */
@NullMarked
package io.perfstarter.sample.howto.dtos;

import org.jspecify.annotations.NullMarked;
