/**
 * What to evict, and when: the annotation, the commit it waits for and the strategies
 * that carry an eviction out.
 */
@NullMarked
package io.perfstarter.eviction;

import org.jspecify.annotations.NullMarked;
