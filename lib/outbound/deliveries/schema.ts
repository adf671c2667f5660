/** The list of deliveries. */
import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { oneOfParam } from "@/lib/base/params";
import { answerErrors, networkAnswer, networkAnswers } from "@/lib/outbound/deliveries/network-answer";
import { networkCount } from "@/lib/outbound/deliveries/network-count-schema";
import { factKinds } from "@/lib/outbound/mapping/fact";
import { dayParams } from "@/lib/platform/keyset";
import { listSchema } from "@/lib/platform/lists/schema";

export const deliveryStates = ["waiting", "queued", "sent", "dry", "skipped", "withheld", "dead"] as const;

const text = (what: string) =>
  z.string().trim().max(256, t("{what} must be at most 256 characters long.", { what })).optional();

const row = {
  id: z.string(),
  created_at: timestamp,
  destination_id: z.number().int(),
  destination: z.string(),
  kind: z.string(),
  fact: z.enum(factKinds),
  fact_id: z.string(),
  fact_at: timestamp,
  event_uid: z.string(),
  /** The event's name at the destination. */
  sent_as: z.string().nullable(),
  state: z.enum(deliveryStates),
  reason: z.string().nullable(),
  tries: z.number().int(),
  next_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  user_id: z.string().nullable(),
  install_id: z.string().nullable(),
  install_instance_id: z.string().nullable(),
  decision_version: z.number().int().nullable(),
  /** The later decision that attributed the install to another campaign after this event was sent. */
  moved_to: z.number().int().nullable(),
  /** The ID of the delivery that this one cancels or sends again. */
  corrects: z.string().nullable(),
  /** The network's later status for the request; null if the network has none. */
  network_answer: z.enum(networkAnswers).nullable(),
  identifiers: z.array(z.string()),
};

export const deliverySchema = listSchema({
  name: "deliveries",
  title: t("Deliveries"),
  filter: {
    ...dayParams,
    destination: z.coerce
      .number()
      .int()
      .positive()
      .optional()
      .meta({ description: "The ID of a destination." }),
    state: oneOfParam("State", deliveryStates).meta({
      description: "`waiting` and `queued` will be sent; the other states are final.",
    }),
    fact: oneOfParam("Fact", factKinds).meta({ description: "The kind of event." }),
    reason: text("reason").meta({ description: "The reason why it was skipped." }),
    install: text("install").meta({ description: "An install's instance ID." }),
    user: text("user").meta({ description: "The ID of a user." }),
    moved: oneOfParam("Moved", ["yes"] as const).meta({
      description: "`yes` for sent deliveries whose install was later attributed to another campaign.",
    }),
    answer: oneOfParam("Answer", networkAnswers).meta({
      description:
        "The network's later result for the request of this delivery. `partly_refused` applies to the whole request.",
    }),
    uid: text("uid").meta({ description: "The ID by which the destination recognizes repeats." }),
  },
  row,
  at: "created_at",
  columns: () => ({
    ID: "id",
    "Created at": "created_at",
    Destination: "destination",
    Kind: "kind",
    Fact: "fact",
    "Happened at": "fact_at",
    "Sent as": "sent_as",
    State: "state",
    Reason: "reason",
    Tries: "tries",
    "Ended at": "ended_at",
    "User ID": "user_id",
    "Instance ID": "install_instance_id",
    "Event UID": "event_uid",
    Corrects: "corrects",
    "Network response": "network_answer",
    Identifiers: (each) => each.identifiers.join(" "),
  }),
});

const attempt = z.object({
  at: timestamp,
  ms: z.number(),
  is: z.string(),
  code: z.string().nullable(),
  why: z.string().nullable(),
  answer: z.string().nullable(),
});

export const oneDelivery = z.object({
  delivery: z.object({
    ...row,
    /** In words: why it was not sent, or why it waits. */
    text: z.string().nullable(),
    answered: networkAnswer.nullable(),
    payload: z.unknown(),
    /** There is a payload, and only admins see it. */
    withheld: z.boolean(),
    /** The hashed parts with their sources; in plain text for members who may see it. */
    hashed: z.array(z.object({ at: z.string(), of: z.string(), plain: z.string().nullable() })),
    attempts: z.array(attempt),
    /** The possible correction if the install was attributed again since; otherwise null. */
    correction: z.string().nullable(),
    /** Its corrections, the latest first. */
    corrections: z.array(
      z.object({
        id: z.string(),
        fact: z.enum(factKinds),
        state: z.enum(deliveryStates),
        created_at: timestamp,
      }),
    ),
  }),
});
export type ShownDelivery = z.output<typeof oneDelivery>["delivery"];

const max = 10_000;

/** The same filters as the list. */
const { from, to, fact, reason, install, user, moved } = deliverySchema.filter.shape;
const filters = { from, to, fact, reason, install, user, moved };

export const deliveryReplayInput = z
  .object({
    ids: z
      .array(z.uuid(t("IDs must be UUIDs.")))
      .max(1_000, t("Choose at most 1,000 deliveries."))
      .optional(),
    destination: z.number().int().optional(),
    states: z.array(z.enum(["dead", "skipped", "withheld", "dry", "sent"])).optional(),
    start: z.iso.datetime().optional(),
    end: z.iso.datetime().optional(),
    ...filters,
  })
  .refine(({ ids, destination }) => ids !== undefined || destination !== undefined, {
    error: t("ids or destination is required."),
    path: ["ids"],
  });
type ReadReplay = z.output<typeof deliveryReplayInput>;
export type ReplayInput = Omit<ReadReplay, "from" | "to"> & Partial<Pick<ReadReplay, "from" | "to">>;
export const maxReplayed = max;

export const replayed = z.object({
  replayed: z.number().int(),
  /** More deliveries match than one replay can include. */
  more: z.boolean(),
});

export const deliveryPreviews = z.object({
  previews: z.array(
    z.object({
      destination: z.object({ id: z.number().int(), name: z.string(), kind: z.string(), mode: z.string() }),
      would: z.enum(["send", "not", "wait"]),
      /** Why it is not sent, as a short name and in words. */
      reason: z.string().nullable(),
      text: z.string().nullable(),
      sent_as: z.string().nullable(),
      payload: z.unknown(),
      /** There is a payload, and only admins see it. */
      withheld: z.boolean(),
      identifiers: z.array(z.string()),
      /** The delivery and its state, if one exists already. */
      delivery: z.object({ id: z.string(), state: z.enum(deliveryStates) }).nullable(),
      /** The correction that would be sent, if the install was attributed again since. */
      correction: z
        .object({
          fact: z.enum(factKinds),
          would: z.enum(["send", "not", "wait"]),
          text: z.string().nullable(),
          payload: z.unknown(),
          withheld: z.boolean(),
        })
        .nullable(),
    }),
  ),
});
export type DeliveryPreview = z.output<typeof deliveryPreviews>["previews"][number];

export const previewQuery = z.object({
  fact: z.enum(["install", "event", "payment", "ad_revenue", "signup", "reengagement", "uninstall"], {
    error: t("The kind is required."),
  }),
  id: z.string().trim().min(1, t("The ID is required.")).max(256),
});

export const deliveryReport = z.object({
  /** The first completely counted day if earlier days were cut off; otherwise null. */
  from: z.string().nullable(),
  days: z.array(
    z.object({
      day: z.string(),
      states: z.record(z.string(), z.number().int()),
      reasons: z.record(z.string(), z.number().int()),
      /** The number of sent events with each identifier. */
      identifiers: z.record(z.string(), z.number().int()),
      /** From the event to its acceptance, in seconds. */
      lag_p50: z.number().nullable(),
      lag_p95: z.number().nullable(),
      /** The number of sent events whose install was later attributed to another campaign. */
      moved: z.number().int(),
      /** The number of moved events that were cancelled at the destination. */
      cancelled: z.number().int(),
      /** The later statuses of the requests, with the number of sent events for each. */
      answers: z.record(z.string(), z.number().int()),
    }),
  ),
  /** The reasons of later rejections, over all days. */
  errors: answerErrors,
  /** Null if the network's counts are not available. */
  count: networkCount.nullable(),
});
export type ReportDay = z.output<typeof deliveryReport>["days"][number];
export type NetworkErrors = z.output<typeof deliveryReport>["errors"];
