import { z } from "zod";
import { requiredLine, timestamp } from "@/lib/base/fields";
import { outboundRule, outboundRules } from "@/lib/outbound/mapping/rule";

const modes = ["off", "dry_run", "live"] as const;

const values = z.record(z.string().max(60), z.unknown());
const mode = z.enum(modes, { error: "Choose off, dry_run or live." });

/** The destination's kind validates settings and secrets. */
export const destinationInput = z.object({
  kind: requiredLine("Kind", 40),
  name: requiredLine("Name"),
  mode: mode.default("dry_run"),
  settings: values.default({}),
  secrets: z.record(z.string().max(60), z.string().max(8_192)).default({}),
  rules: outboundRules
    .optional()
    .meta({ description: "The events to send, and their names. If missing, the suggested mapping applies." }),
});
export type DestinationInput = z.output<typeof destinationInput>;

/** Missing fields stay unchanged. A new secret replaces the existing one; null removes it. */
export const destinationChange = z.object({
  name: requiredLine("Name").optional(),
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
  group: z.enum(["network", "analytics", "affiliate", "webhook"]),
  name: z.string(),
  mode: z.enum(modes),
  settings: values,
  /** The names of its secrets, never their values. */
  secrets: z.array(z.string()),
  rules: z.array(outboundRule),
  version: z.number().int(),
  paused_at: timestamp.nullable(),
  pause_reason: z.string().nullable(),
  /** The time since which no delivery was accepted. */
  failing_since: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  /** Deliveries of the last seven days. */
  recent: counts,
});
export type ShownDestination = z.output<typeof shownDestination>;

export const destinationList = z.object({
  destinations: z.array(shownDestination),
});

export const oneDestination = z.object({
  destination: shownDestination,
  /** A new signing secret, shown only once. */
  secret: z.string().nullable(),
});

const field = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string().nullable(),
  secret: z.boolean(),
  optional: z.boolean(),
  /** A list of options, a switch, one line, or text of several lines. */
  options: z.union([z.array(z.string()), z.enum(["switch", "line", "text"])]),
});

export const destinationKindList = z.object({
  kinds: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      group: z.enum(["network", "analytics", "affiliate", "webhook"]),
      about: z.string(),
      fields: z.array(field),
      accepts: z.array(z.string()),
      known_events: z.array(z.string()),
      /** The known event for all others, if the destination accepts no other names. */
      other_event: z.string().nullable(),
      /** It never receives conversions of other sources, whatever its rules are. */
      only_own: z.boolean(),
      suggested: z.array(outboundRule),
      max_age_days: z.number().nullable(),
      /** The value that a rule sends if it is not an event name. */
      sends: z.object({ label: z.string(), hint: z.string() }).nullable(),
    }),
  ),
  /** Networks that people look for and that Cairn cannot support, with the reason. */
  not_possible: z.array(z.object({ label: z.string(), why: z.string() })),
});
export type ShownKinds = z.output<typeof destinationKindList>;
export type ShownKind = ShownKinds["kinds"][number];
