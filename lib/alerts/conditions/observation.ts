/** What one look at one thing saw: the numbers, and what they mean. Runs in the browser too. */
import { z } from "zod";

/** Why a look says nothing: neither that all is well, nor that it is not. */
export const silenceReasons = ["no_history", "low_volume", "no_value"] as const;
export type SilenceReason = (typeof silenceReasons)[number];

export const seenUnits = ["count", "money", "percent", "ratio", "hours"] as const;

const number = z.number().nullable();

export const observation = z.object({
  /** `outside` causes an alert. */
  is: z.enum(["inside", "outside", "silent"]),
  why: z.enum(silenceReasons).nullable(),
  value: number,
  /** What the figure stands on, such as the installs of a share. */
  volume: number,
  /** The usual value and its band; a limit has only one bound. */
  usual: number,
  low: number,
  high: number,
  /** The unit of the value and its bounds, stored because the rule or the currency can change. */
  unit: z.enum(seenUnits).nullable(),
  /** Where the unit is money, which is in the currency's least units. */
  currency: z.string().nullable(),
  /** Of what is no figure: what is wrong, in a sentence. */
  text: z.string().nullable(),
});
export type Observation = z.output<typeof observation>;

export const noObservation: Observation = {
  is: "inside",
  why: null,
  value: null,
  volume: null,
  usual: null,
  low: null,
  high: null,
  unit: null,
  currency: null,
  text: null,
};

export const silent = (why: SilenceReason, more: Partial<Observation> = {}): Observation => ({
  ...noObservation,
  ...more,
  is: "silent",
  why,
});
