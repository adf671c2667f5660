import { z } from "zod";

/** Numbers of installs; null while the installs are not old enough. */
const opened = z.array(z.number().nullable());

const cohort = z.object({
  from: z.string(),
  to: z.string(),
  installs: z.number(),
  opened,
  /** The age of the youngest installs today: more of them may still open the app. */
  running: z.number().nullable(),
});

export const cohorts = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The ages, in days since the install, of the lists below. */
  ages: z.array(z.number()),
  /**
   * For each age: the number of old enough installs, and how many of them opened the app on that day. Null if they are
   * too few to represent all.
   */
  curve: z.array(z.object({ installs: z.number(), opened: z.number().nullable() })),
  by: z.enum(["day", "week", "month"]),
  cohorts: z.array(cohort),
});

export type Cohorts = z.output<typeof cohorts>;
