import { z } from "zod";
import { attributionSettings } from "@/lib/attribution/rule-sets/settings";
import { dayCount } from "@/lib/base/days";
import { timestamp } from "@/lib/base/fields";

const maxDays = 400;

const day = (name: string) =>
  z
    .string({ error: `${name} must be a date such as 2026-06-14.` })
    .refine(
      (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text),
      `${name} must be a date such as 2026-06-14.`,
    );

export const replayInput = z
  .object({ settings: attributionSettings, from: day("The first day"), to: day("The last day") })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "The last day is before the first." })
  .refine(({ from, to }) => dayCount(from, to) <= maxDays, {
    path: ["from"],
    error: `Choose at most ${maxDays} days.`,
  });

const state = z.enum(["trying", "tried", "applying", "applied", "discarded", "failed"]);

const summary = z.object({
  id: z.number().int(),
  state,
  rules: z.string(),
  from_day: z.string(),
  to_day: z.string(),
  created_by: z.string(),
  created_at: timestamp,
  ended_at: timestamp.nullable(),
  total: z.number().int(),
  seen: z.number().int(),
  written: z.number().int(),
  problem: z.string().nullable(),
});

const count = z.number().int();
const campaign = z.object({
  /** 0: organic. Null: a network's campaign that would be created. */
  id: count.nullable(),
  name: z.string(),
  network: z.string().nullable(),
  gained: count,
  lost: count,
  installs_before: count,
  installs_after: count,
  suspicious_before: count,
  suspicious_after: count,
  /** In minor units of the project's currency. */
  revenue_before: count,
  revenue_after: count,
  spend: count,
});

const sample = z.object({
  id: z.string(),
  installed_at: timestamp,
  change: z.enum(["moved", "rematched", "flags"]),
  from: z.string(),
  to: z.string(),
  method_before: z.string().nullable(),
  method_after: z.string().nullable(),
  reason: z.string(),
  flags_before: z.array(z.string()),
  flags_after: z.array(z.string()),
  /** Older replays do not have it. */
  held_before: z.boolean().optional(),
  held_after: z.boolean().optional(),
});

export const replayShown = z.object({
  replay: summary.extend({
    settings: z.record(z.string(), z.unknown()),
    /** Sentences on the differences from the rules in force. */
    changes: z.array(z.string()),
    outcome: z
      .object({
        installs: count,
        moved: count,
        rematched: count,
        reflagged: count,
        kept: count,
        campaigns: z.array(campaign),
        more_campaigns: count,
        moves: z.array(z.object({ from: z.string(), to: z.string(), installs: count, revenue: count })),
        rules: z.record(z.string(), z.object({ before: count, after: count })),
        samples: z.array(sample),
      })
      .nullable(),
  }),
});
export type Replay = z.output<typeof replayShown>["replay"];
export type ReplayOutcome = NonNullable<Replay["outcome"]>;

export const replayList = z.object({
  replays: z.array(
    summary.extend({
      outcome: z.object({
        moved: count.nullable(),
        rematched: count.nullable(),
        reflagged: count.nullable(),
      }),
    }),
  ),
});
export type Replays = z.output<typeof replayList>;
