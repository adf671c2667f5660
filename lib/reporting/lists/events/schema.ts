/** Events as the dashboard reads them. */
import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { limitParam } from "@/lib/base/params";
import { beforeParam, dayParams, nextCursor } from "@/lib/platform/keyset";
import { campaignName } from "@/lib/reporting/lists/fields";
import { senderParams } from "@/lib/reporting/lists/installs/schema";

const named = (what: string) => z.string().trim().max(256, `No ${what} is that long.`).optional();

export const eventFilter = z.object({
  ...dayParams,
  ...senderParams,
  name: named("event's name"),
  user: named("user id"),
  install: named("install id").meta({ description: "An install id, instance id or device id." }),
});

export const eventQuery = eventFilter.extend({ before: beforeParam, limit: limitParam(50, 200) });

export type EventFilter = z.output<typeof eventFilter>;
export type EventQuery = z.output<typeof eventQuery>;

const event = z.object({
  id: z.string(),
  occurred_at: timestamp,
  name: z.string(),
  /** In the project's currency. */
  amount_minor: z.number().int().nullable(),
  user_id: z.string(),
  install_instance_id: z.string().nullable(),
  install_id: z.string().nullable(),
  campaign: campaignName.nullable(),
  platform: z.string(),
  is_test: z.boolean(),
  data: z.record(z.string(), z.unknown()),
});

export const eventList = z.object({ events: z.array(event), next: nextCursor });

export const eventTotals = z.object({
  count: z.number().int(),
  amount_minor: z.number().int(),
  /** There are more than were counted. */
  more: z.boolean(),
});

export const eventNames = z.object({ names: z.array(z.string()) });
