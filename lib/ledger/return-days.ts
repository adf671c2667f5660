/**
 * The days after a re-engagement or reinstall in which payments count for its campaign: the usual re-engagement window.
 */
export const returnDays = 30;

/** The same in words, for payments. */
export const soonAfterReturn = `within ${returnDays} days of a re-engagement or a reinstall, for what brought the user back last`;
