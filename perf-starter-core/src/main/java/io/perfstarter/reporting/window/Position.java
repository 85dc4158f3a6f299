package io.perfstarter.reporting.window;

/**
 * What a thread was seen to do, and where.
 *
 * @param activity what it did
 * @param detail what it used or waited for, such as a library, a lock or the class of a
 * future; empty if unknown
 * @param place the method and the line of the application that led to it, or of a library
 * if no method of the application is on the stack; empty if unknown
 */
public record Position(Activity activity, String detail, String place) {

}
