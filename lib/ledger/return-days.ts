import { t } from "@/lib/base/languages/texts";
/** The days after a re-engagement or reinstall in which payments count for its campaign, unless the campaign has others. */
export const returnDays = 30;
export const minReturnDays = 1;
export const maxReturnDays = 90;

/** Which payments count after a return, in words. */
export const soonAfterReturn = t(
  "within the campaign's window ({returnDays} days by default) after a re-engagement or a reinstall, for what brought the user back last",
  { returnDays },
);
