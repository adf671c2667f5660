/** The ages of cohorts, and when a cohort has reached them. Runs in the browser too. */

import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";

/** Whole days of 24 hours since the install; null for all days so far. */
export const cohortAges = [
  { name: "d0", label: "D0", days: 0 },
  { name: "d1", label: "D1", days: 1 },
  { name: "d3", label: "D3", days: 3 },
  { name: "d7", label: "D7", days: 7 },
  { name: "d14", label: "D14", days: 14 },
  { name: "d30", label: "D30", days: 30 },
  { name: "d60", label: "D60", days: 60 },
  { name: "d90", label: "D90", days: 90 },
  { name: "d180", label: "D180", days: 180 },
  { name: "lifetime", label: t("Lifetime"), days: null },
] as const;
export const ageNames = cohortAges.map(({ name }) => name);
export type AgeName = (typeof ageNames)[number];

const dayMs = 86_400_000;

/**
 * A cohort has a value at age n once its last possible install, at the end of its last day, is n + 1 times 24 hours old.
 * Then age n is complete for all of its installs: its last day is before this one. Null if every cohort has a value.
 */
export const firstImmatureDay = (
  days: number | null,
  { timeZone, now }: { timeZone: string; now: Date },
): string | null => (days === null ? null : dayIn(timeZone, new Date(now.getTime() - (days + 1) * dayMs)));

const lastRetention = 30;
/** All installs opened the app on the day of the install. */
export const hasRetention = (days: number | null): boolean =>
  days !== null && days > 0 && days <= lastRetention;
