/** Sign-ups as the dashboard reads them. */
import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { limitParam } from "@/lib/base/params";
import { beforeNamedParam, dayParams, nextCursor } from "@/lib/platform/keyset";
import { campaignName } from "@/lib/reporting/lists/fields";
import { senderParams } from "@/lib/reporting/lists/installs/schema";

export const signUpFilter = z.object({
  ...dayParams,
  ...senderParams,
  user: z
    .string()
    .trim()
    .max(256, "No user id is that long.")
    .optional()
    .meta({ description: "A user id, whole." }),
});

export const signUpQuery = signUpFilter.extend({ before: beforeNamedParam, limit: limitParam(50, 200) });

export type SignUpFilter = z.output<typeof signUpFilter>;
export type SignUpQuery = z.output<typeof signUpQuery>;

const signUp = z.object({
  /** Of the user, as the app calls him. */
  id: z.string(),
  signed_up_at: timestamp,
  campaign: campaignName.nullable(),
  network: z.string().nullable(),
  ad_set: z.string().nullable(),
  creative: z.string().nullable(),
  keyword: z.string().nullable(),
  platform: z.string(),
  /** On which he signed up. */
  install_instance_id: z.string().nullable(),
  install_id: z.string().nullable(),
  is_test: z.boolean(),
});

export const signUpList = z.object({ sign_ups: z.array(signUp), next: nextCursor });

export const signUpTotals = z.object({
  count: z.number().int(),
  /** There are more than were counted. */
  more: z.boolean(),
});
