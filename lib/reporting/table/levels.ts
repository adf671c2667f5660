/** The level of the rows of a file of the report. Runs in the browser too. */
export const fileLevels = ["campaign", "ad_set", "creative", "keyword"] as const;

export type FileLevel = (typeof fileLevels)[number];
