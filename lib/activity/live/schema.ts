/** The live view of a project's facts. */
import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { limitParam, rejectValue } from "@/lib/base/params";

export const liveKinds = [
  "click",
  "install",
  "signup",
  "event",
  "payment",
  "removal",
  "open",
  "rejection",
] as const;
export type LiveKind = (typeof liveKinds)[number];

const isKind = (text: string): text is LiveKind => liveKinds.some((kind) => kind === text);

const named = (what: string) => z.string().trim().max(256, t("The {what} is too long.", { what })).optional();

export const liveQuery = z.object({
  after: z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined) return null;
      const at = new Date(text);
      const isTime = z.iso.datetime().safeParse(text).success && !Number.isNaN(at.getTime());
      return isTime
        ? at
        : rejectValue(context, "after must be a time. Send `next` from the previous response.");
    })
    .meta({ description: "`next` from the previous response. Items can repeat." }),
  kinds: z
    .string()
    .optional()
    .transform((text, context): LiveKind[] => {
      const kinds = (text ?? liveKinds.join(",")).split(",");
      const wrong = kinds.find((kind) => !isKind(kind));
      return wrong === undefined
        ? [...new Set(kinds.filter(isKind))]
        : rejectValue(context, `kinds must be one or more of ${liveKinds.join(", ")}.`);
    })
    .meta({ description: `Some of ${liveKinds.join(", ")}, separated by commas. Default: all.` }),
  install: named("install id").meta({ description: "An install ID, instance ID or device ID." }),
  user: named("user id"),
  limit: limitParam(100, 200),
});

export type LiveQuery = z.output<typeof liveQuery>;

const entry = z.object({
  kind: z.enum(liveKinds),
  id: z.string(),
  at: timestamp,
  title: z.string(),
  /** Why it is not counted or was rejected. */
  note: z.string().nullable(),
  amount_minor: z.number().int().nullable(),
  campaign: z.string().nullable(),
  platform: z.string().nullable(),
  user_id: z.string().nullable(),
  install_instance_id: z.string().nullable(),
  install_id: z.string().nullable(),
  /** The stored part of the call; null for data that only admins see. */
  sent: z.record(z.string(), z.unknown()).nullable(),
  stored: z.record(z.string(), z.unknown()),
});
export type LiveEntry = z.output<typeof entry>;

export const livePage = z.object({
  entries: z.array(entry),
  /** The value of `after` for the next request. */
  next: timestamp,
  /** True if there were more entries than requested; the oldest were left out. */
  cut: z.boolean(),
});

/** The time of the last stored call of each kind; null before the first. */
export const callArrivals = z.object({
  init: timestamp.nullable(),
  trigger: timestamp.nullable(),
  event: timestamp.nullable(),
  payment: timestamp.nullable(),
  /** True if the latest clicks and installs had no public IP address, so matching by address is impossible. */
  no_public_address: z.boolean(),
  /** The last rejected call. Only for admins; null for other members. */
  refused: z.object({ at: timestamp, endpoint: z.string(), reason: z.string() }).nullable(),
});
