/** Audiences: forms and responses. Runs in the browser too. */
import { z } from "zod";
import { idParams, requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { audienceConditions } from "@/lib/outbound/audiences/conditions/schema";

export const maxAudiences = 50;
export const maxAudienceMembers = 2_000_000;
/** Larger audiences are downloaded in several parts of about half of this size. */
export const maxMembersOfFile = 100_000;
export const audienceRhythms = [1, 6, 24] as const;

/** A form also has the empty fields of other receivers. */
const values = z.record(
  z.string().max(60),
  z.string(t("This must be text.")).max(8_192, t("This is too long.")).optional(),
);

export const audienceInput = z.object({
  title: requiredLine("Name").meta({ description: "Its name in Cairn." }),
  conditions: audienceConditions.meta({ description: "All of them must hold. Empty for all installs." }),
  holdout: z
    .number({ error: "Enter a percentage." })
    .int("Enter a whole percentage.")
    .min(0, "Enter at least 0.")
    .max(50, "Enter at most 50.")
    .default(0)
    .meta({ description: "The percentage of people who are left out, for comparison." }),
  every_hours: z
    .union(
      audienceRhythms.map((hours) => z.literal(hours)) as [
        z.ZodLiteral<1>,
        z.ZodLiteral<6>,
        z.ZodLiteral<24>,
      ],
      {
        error: "Choose 1, 6 or 24 hours.",
      },
    )
    .default(24)
    .meta({ description: "The hours between two runs: 1, 6 or 24." }),
  kind: requiredLine("Receiver", 40).meta({
    description: "`meta`, `google_contacts`, `google_mobile`, `tiktok`, `webhook` or `csv`.",
  }),
  settings: values.default({}).meta({ description: "The receiver's settings." }),
  secrets: values.optional().meta({
    description: "Stored encrypted, and never returned. Without it, the stored ones are kept.",
  }),
  on: z.boolean("on must be true or false.").default(true).meta({
    description: "False: no one is added. People who no longer match are still removed.",
  }),
});
export type AudienceInput = z.output<typeof audienceInput>;

export const audienceParams = z.object({
  id: idParams("id").shape.id.meta({ description: "The audience's ID.", example: "7" }),
});

export const removeAudienceQuery = z.object({
  members: z
    .enum(["remove", "keep"], { error: "members must be remove or keep." })
    .default("remove")
    .meta({ description: "`remove` first removes all members at the receiver; `keep` leaves them there." }),
});

const counts = z.record(z.string(), z.number().int());

const audienceRunStates = ["running", "done", "failed"] as const;

const shownRun = z.object({
  id: z.number().int(),
  state: z.enum(audienceRunStates),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
  /** Installs that were checked, that match, and that may be sent. */
  checked: z.number().int(),
  matching: z.number().int(),
  sendable: z.number().int(),
  held_out: z.number().int(),
  skipped: counts,
  added: z.number().int(),
  removed: z.number().int(),
  refused: z.number().int(),
  requests: z.number().int(),
  /** Changes that the next run sends. */
  waiting: z.number().int(),
  members: z.number().int(),
  results: z
    .object({
      pending: z.number().int(),
      accepted: z.number().int(),
      partly_refused: z.number().int(),
      refused: z.number().int(),
      unknown: z.number().int(),
      errors: z.array(z.object({ reason: z.string(), count: z.number().int() })),
    })
    .nullable()
    .meta({
      description:
        "Of a network that checks members after it accepted a request: the requests by result, and the rejected members by reason. Null for others.",
    }),
  started_by: z.string().nullable(),
  problem: z.string().nullable(),
});
export type ShownAudienceRun = z.output<typeof shownRun>;

export const shownAudience = z.object({
  id: z.number().int(),
  title: z.string(),
  conditions: audienceConditions,
  holdout: z.number().int(),
  every_hours: z.number().int(),
  kind: z.string(),
  kind_label: z.string(),
  settings: z.record(z.string(), z.string()),
  has_secrets: z.boolean(),
  on: z.boolean(),
  /** Its members are being removed, and the audience after them. */
  ending: z.boolean(),
  running: z.boolean(),
  next_at: timestamp,
  last: shownRun.nullable(),
  succeeded_at: timestamp.nullable(),
  created_by: z.string(),
});
export type ShownAudience = z.output<typeof shownAudience>;

export const audienceList = z.object({ audiences: z.array(shownAudience) });
export const oneAudience = z.object({
  audience: shownAudience,
  /** A new signing secret, shown only once. */
  secret: z.string().nullable(),
});
export const audienceRunList = z.object({ audience: shownAudience, runs: z.array(shownRun) });
export type AudienceRunList = z.output<typeof audienceRunList>;

export const audienceMemberList = z.object({
  members: z.array(
    z.object({
      ids: z.record(z.string(), z.string()).meta({
        description: "The IDs that the receiver has, by their kind; hashes where it requires them.",
      }),
      entered_at: timestamp,
    }),
  ),
  next: z.string().nullable().meta({ description: "The cursor of the next page; null at the end." }),
});

export const outcomeQuery = z.object({
  days: z
    .enum(["7", "30"], { error: "days must be 7 or 30." })
    .default("7")
    .transform(Number)
    .meta({ description: "The days after an install joined: 7 or 30." }),
});

const side = z.object({
  joined: z.number().int().meta({ description: "Installs that joined at least so many days ago." }),
  paid: z.number().int().meta({ description: "Of these, installs that paid in those days." }),
  revenue_minor: z.number().int().meta({ description: "What they paid, less refunds, in minor units." }),
});

/** The members and the installs that were held out, over the same days after they joined. */
export const audienceOutcome = z.object({
  days: z.number().int(),
  currency: z.string(),
  members: side,
  held_out: side,
  comparison: z.object({ difference: z.number(), low: z.number(), high: z.number() }).nullable().meta({
    description:
      "The share of members who paid less that of the held out, with an interval of 95%; null if there are too few.",
  }),
  minimum: z.object({ joined: z.number().int(), paid: z.number().int() }),
});
export type AudienceOutcome = z.output<typeof audienceOutcome>;

export const audienceRemoved = z.object({ id: z.number().int(), ending: z.boolean() });

const field = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string().nullable(),
  secret: z.boolean(),
  optional: z.boolean(),
});

export const audienceKindList = z.object({
  kinds: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      about: z.string(),
      /** What could not be tested. */
      unchecked: z.string().nullable(),
      fields: z.array(field),
    }),
  ),
  skip_reasons: z.record(z.string(), z.string()),
});
export type ShownAudienceKind = z.output<typeof audienceKindList>["kinds"][number];

/** A count reads many installs, so it is made in parts: `after` is `next` of the part before. */
export const countAudienceBody = z.object({
  conditions: audienceConditions.meta({ description: "As of an audience." }),
  after: z.uuid("after must be the next of the last response.").nullable().default(null).meta({
    description: "`next` of the previous part; null for the first.",
  }),
});

export const audienceCount = z.object({
  checked: z.number().int(),
  matching: z.number().int(),
  /** The number of installs that may be sent to each receiver, and the reasons for all others. */
  receivers: z.array(z.object({ kind: z.string(), sendable: z.number().int(), skipped: counts })),
  /** The share of the project's installs that was checked, up to 1. */
  progress: z.number(),
  /** Null at the end. Add up the counts of all parts. */
  next: z.string().nullable(),
});
export type AudienceCount = z.output<typeof audienceCount>;
