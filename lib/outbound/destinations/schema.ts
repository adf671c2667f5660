import { z } from "zod";
import { line, timestamp } from "@/lib/base/fields";
import { outboundRule, outboundRules } from "@/lib/outbound/mapping/rule";

const modes = ["off", "dry_run", "live"] as const;

const values = z.record(z.string().max(60), z.unknown());
const mode = z.enum(modes, { error: "Choose off, dry_run or live." });

/** Settings and secrets are read by the kind, which knows what it needs. */
export const destinationInput = z.object({
  kind: line("Kind", 40),
  name: line("Name"),
  mode: mode.default("dry_run"),
  settings: values.default({}),
  secrets: z.record(z.string().max(60), z.string().max(8_192)).default({}),
  rules: outboundRules
    .optional()
    .meta({ description: "The events to send, and their names. If missing, the suggested mapping applies." }),
});
export type DestinationInput = z.output<typeof destinationInput>;

/** Absent fields stay unchanged. A secret that is sent replaces the one before; null takes it away. */
export const destinationChange = z.object({
  name: line("Name").optional(),
  mode: mode.optional(),
  settings: values.optional(),
  secrets: z
    .record(z.string().max(60), z.string().max(8_192).nullable())
    .optional()
    .meta({ description: "Absent fields stay unchanged; null removes an optional secret." }),
  rules: outboundRules.optional(),
});
export type DestinationChange = z.output<typeof destinationChange>;

const counts = z.object({
  sent: z.number().int(),
  waiting: z.number().int(),
  skipped: z.number().int(),
  withheld: z.number().int(),
  dead: z.number().int(),
  dry: z.number().int(),
});

export const shownDestination = z.object({
  id: z.number().int(),
  kind: z.string(),
  kind_label: z.string(),
  group: z.enum(["network", "affiliate", "webhook"]),
  name: z.string(),
  mode: z.enum(modes),
  settings: values,
  /** Which secrets it has; never what they are. */
  secrets: z.array(z.string()),
  rules: z.array(outboundRule),
  version: z.number().int(),
  paused_at: timestamp.nullable(),
  pause_reason: z.string().nullable(),
  /** Nothing was accepted since. */
  failing_since: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  /** Of the last seven days. */
  recent: counts,
});
export type ShownDestination = z.output<typeof shownDestination>;

export const destinationList = z.object({
  destinations: z.array(shownDestination),
});

export const oneDestination = z.object({
  destination: shownDestination,
  /** The signing secret, when one was made: it is shown this once. */
  secret: z.string().nullable(),
});

const field = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string().nullable(),
  secret: z.boolean(),
  optional: z.boolean(),
  /** One of these, a switch, one line, or text of several. */
  options: z.union([z.array(z.string()), z.enum(["switch", "line", "text"])]),
});

export const kindList = z.object({
  kinds: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      group: z.enum(["network", "affiliate", "webhook"]),
      about: z.string(),
      fields: z.array(field),
      takes: z.array(z.string()),
      known_events: z.array(z.string()),
      suggested: z.array(outboundRule),
      max_age_days: z.number().nullable(),
      /** What a rule sends where that is no event's name. */
      sends: z.object({ label: z.string(), hint: z.string() }).nullable(),
    }),
  ),
  /** What people look for and cannot be offered, and why. */
  not_possible: z.array(z.object({ label: z.string(), why: z.string() })),
});
export type ShownKinds = z.output<typeof kindList>;
export type ShownKind = ShownKinds["kinds"][number];
