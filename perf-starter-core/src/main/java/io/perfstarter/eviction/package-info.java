/**
 * Cache eviction after the commit: the annotation, its binding to transactions, and the
 * strategies that carry out an eviction.
 */
@NullMarked
package io.perfstarter.eviction;

import org.jspecify.annotations.NullMarked;
