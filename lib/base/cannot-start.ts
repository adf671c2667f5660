/**
 * Something outside the program is in the way: a full disk, a taken port, a database that does not answer. The
 * message is one line that tells the person at the keyboard what and, where it is known, what to do.
 */
export class CannotStart extends Error {
  override name = "CannotStart";
}
