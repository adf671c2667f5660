/**
 * A cause outside the program prevents the start: a full disk, a taken port, a database that does not answer. The
 * message is one line for the person at the keyboard: the cause and, if known, the remedy.
 */
export class CannotStart extends Error {
  override name = "CannotStart";
}
