/**
 * Checks of the project by itself: its architecture, its metadata and its documents.
 */
package io.perfstarter.build;
