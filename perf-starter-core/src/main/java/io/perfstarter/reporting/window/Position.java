package io.perfstarter.reporting.window;

/**
 * What a thread was seen to do, and where.
 *
 * @param activity what it did
 * @param detail what it used or waited for, such as a library, a lock or the class of a
 * future; empty if unknown
 * @param place the method and line of the application that led to the activity, or of a
 * library if no application method is on the stack; empty if unknown
 */
public record Position(Activity activity, String detail, String place) {

	/**
	 * The suffix of the detail of a lock that is never released.
	 */
	public static final String IN_DEADLOCK = ", in a deadlock";

	/**
	 * The suffix of the detail of calls if each call creates a client.
	 */
	public static final String NEW_CLIENT = ", a new one for each call";

	/**
	 * Describes what the thread did.
	 * @return a verb in the past tense, with the detail and the place
	 */
	public String description() {
		return this.activity.sentence() + inBrackets() + (this.place.isEmpty() ? "" : " in " + this.place);
	}

	/**
	 * Returns the detail to append to a description.
	 * @return the detail in brackets, empty if there is none
	 */
	public String inBrackets() {
		return this.detail.isEmpty() ? "" : " (" + this.detail + ")";
	}

}
