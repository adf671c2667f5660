/** What changed in a figure, and why. Runs in the browser too. */
import { z } from "zod";
import { paidMeaning, trafficKinds } from "@/lib/reporting/metrics/traffic";
import { moverCauses } from "@/lib/reporting/movers/effects";
import { focusParams } from "@/lib/reporting/overview/focus-schema";
import { mainFigures } from "@/lib/reporting/overview/names";

export const moversQuery = z.object({
  traffic: z.enum(trafficKinds).default("paid").meta({ description: paidMeaning }),
  figure: z
    .enum(mainFigures)
    .default("installs")
    .meta({ description: "The figure whose change is explained." }),
  ...focusParams,
});
export type MoversQuery = z.output<typeof moversQuery>;

export const moverDimensions = ["campaign", "network", "country", "creative"] as const;
export type MoverDimension = (typeof moverDimensions)[number];

/** Counts, minor units, or hundredths of a ratio. They add up to the change of the total. */
const units = z.number().int();
const effects = z.object(
  Object.fromEntries(moverCauses.map((cause) => [cause, units])) as Record<
    (typeof moverCauses)[number],
    typeof units
  >,
);

const rates = z.object({
  spend: z.number(),
  /** Null without spend or installs. */
  cost_per_install: z.number().nullable(),
});

const mover = z.object({
  /** A campaign's ID, a network's or country's code, or a creative's ID. Null for the sum of all other rows. */
  key: z.string().nullable(),
  label: z.string(),
  /** Null without a denominator. */
  before: units.nullable(),
  after: units.nullable(),
  change: units,
  /** The part in the total's change, in percent; null if rows mostly cancel each other out. */
  share: z.number().nullable(),
  /** Null for ratios. */
  effects: effects.nullable(),
  /** The cause with the largest effect in the direction of the change. */
  cause: z.enum(moverCauses).nullable(),
  /** The number of rows in the sum. */
  rows: z.number(),
  earlier: rates,
  later: rates,
  /** False for paused and deleted campaigns, and for everything else. */
  is_active: z.boolean(),
});
export type ShownMover = z.output<typeof mover>;

const days = z.object({ from: z.string(), to: z.string() });

const period = z.object({
  name: z.enum(["yesterday", "week"]),
  days,
  /** The same weekdays, one week earlier. */
  previous: days,
  before: units.nullable(),
  after: units.nullable(),
  /** Null without a value in one of the periods. */
  change: units.nullable(),
  /** By campaign. */
  effects: effects.nullable(),
  /** The previous days have spend, and these days have none yet. */
  is_spend_missing: z.boolean(),
  /** The rows of each breakdown add up to the change. */
  by: z.object(
    Object.fromEntries(moverDimensions.map((name) => [name, z.array(mover)])) as Record<
      MoverDimension,
      z.ZodArray<typeof mover>
    >,
  ),
});
export type MoversPeriod = z.output<typeof period>;

export const moversData = z.object({
  figure: z.enum(mainFigures),
  currency: z.string(),
  periods: z.array(period),
});
export type MoversData = z.output<typeof moversData>;
