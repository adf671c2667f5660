/** App versions that reports and filters use for something else. Runs in the browser too. */

/** The version of clicks and spend, which have none, to separate them from installs of an unknown version. */
export const notBrokenDownVersion = "-";

/** The version of a filter for installs of an unknown version. */
export const unknownVersion = "none";
