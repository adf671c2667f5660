/**
 * For how many days after a re-engagement or a reinstall what a user pays counts for the campaign that brought him
 * back: the usual re-engagement window of the trade.
 */
export const returnDays = 30;

/** The same in words: of what is paid. */
export const soonAfterReturn = `within ${returnDays} days of a re-engagement or a reinstall, for what brought the user back last`;
