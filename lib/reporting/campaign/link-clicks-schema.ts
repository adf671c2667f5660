/** Where and when the clicks on a campaign's link come from. */
import { z } from "zod";

/** The properties of a click that it is grouped by, in the order of the screen. */
export const linkClickParts = ["referrer", "country", "language", "system", "device", "browser"] as const;
export type LinkClickPart = (typeof linkClickParts)[number];

const part = z.object({
  /** The values with the most clicks; null groups the clicks without a value. */
  rows: z.array(z.object({ name: z.string().nullable(), clicks: z.number().int() })),
  /** The values that are left out, and their clicks. */
  others: z.object({ names: z.number().int(), clicks: z.number().int() }),
});

export const linkClicks = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  time_zone: z.string(),
  /** The clicks that count, which all parts add up to. */
  clicks: z.number().int(),
  /** Of each hour of the day in the time zone, from 0 to 23. */
  hours: z.array(z.number().int()),
  parts: z.record(z.enum(linkClickParts), part),
  /** Clicks that do not count, by reason. Tests are in neither number. */
  not_counted: z.array(z.object({ reason: z.string(), clicks: z.number().int() })),
  /** The number of counted clicks if only the newest were read; otherwise null. */
  of_latest: z.number().int().nullable(),
});
export type LinkClicks = z.output<typeof linkClicks>;
