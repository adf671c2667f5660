import { z } from "zod";

/** Whole numbers of installs; null while the installs are not old enough to tell. */
const opened = z.array(z.number().nullable());

const cohort = z.object({
  from: z.string(),
  to: z.string(),
  installs: z.number(),
  opened,
  /** The age that the last of them have today: more may still open the app. */
  running: z.number().nullable(),
});

export const cohorts = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Days since the install, as the lists below have them. */
  ages: z.array(z.number()),
  /**
   * Of all installs old enough for each age: how many those are, and how many of them came on that day; null where
   * they are too few to speak for all.
   */
  curve: z.array(z.object({ installs: z.number(), opened: z.number().nullable() })),
  by: z.enum(["day", "week", "month"]),
  cohorts: z.array(cohort),
});

export type Cohorts = z.output<typeof cohorts>;
