/**
 * Writes down where the time of each request goes: the ledger, what fills it, and what
 * becomes of it.
 */
@NullMarked
package io.perfstarter.reporting.ledger;

import org.jspecify.annotations.NullMarked;
