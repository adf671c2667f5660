/** The result of one evaluation of one subject: its numbers and their meaning. Runs in the browser too. */
import { z } from "zod";

/** Why an evaluation has no result, neither good nor bad. */
export const silenceReasons = ["no_history", "low_volume", "no_value"] as const;
export type SilenceReason = (typeof silenceReasons)[number];

export const observedUnits = ["count", "money", "percent", "ratio", "hours"] as const;

const number = z.number().nullable();

export const observation = z.object({
  /** `outside` causes an alert. */
  is: z.enum(["inside", "outside", "silent"]),
  why: z.enum(silenceReasons).nullable(),
  value: number,
  /** The base of the figure, such as the number of installs of a share. */
  volume: number,
  /** The usual value and its band; a limit has only one bound. */
  usual: number,
  low: number,
  high: number,
  /** The unit of the value and its bounds, stored because the rule or the currency can change. */
  unit: z.enum(observedUnits).nullable(),
  /** If the unit is money, in minor units of this currency. */
  currency: z.string().nullable(),
  /** A sentence about the problem, for rules without a figure. */
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

export const silentObservation = (why: SilenceReason, more: Partial<Observation> = {}): Observation => ({
  ...noObservation,
  ...more,
  is: "silent",
  why,
});
