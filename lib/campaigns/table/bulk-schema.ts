/** Actions on several campaigns at once. */

import { z } from "zod";
import { requireChange, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { maxBulkCampaigns } from "@/lib/campaigns/table/names";
import { campaignTags, more, sharedChanges, tableNarrowing } from "@/lib/campaigns/table/schema";

export const tooManyCampaignsText = t(
  "More than {maxBulkCampaigns} campaigns match. Filter the list first.",
  { maxBulkCampaigns: maxBulkCampaigns.toLocaleString("en-US") },
);
export const campaignsChangedText = t("The matching campaigns changed. Check the list and choose again.");

const bulkActions = [
  ...(["activate", "deactivate", "archive", "restore", "delete"] as const),
  ...(["tag", "untag", "schedule", "edit"] as const),
] as const;

export const bulkInput = z
  .object({
    ids: z
      .array(z.number().int().positive(), { error: t("ids must be a list of campaign IDs.") })
      .min(1, t("Choose at least one campaign."))
      .max(
        maxBulkCampaigns,
        t("Choose at most {maxBulkCampaigns} campaigns.", {
          maxBulkCampaigns: maxBulkCampaigns.toLocaleString("en-US"),
        }),
      )
      .optional(),
    /** Instead of IDs: all campaigns that match these filters, and their number when the member chose them. */
    matching: tableNarrowing
      .extend({
        count: z
          .number({ error: t("The number of matching campaigns is missing.") })
          .int()
          .positive(),
      })
      .optional(),
    action: z.enum(bulkActions, {
      error: t("The action must be one of {bulkActions}.", { bulkActions: bulkActions.join(", ") }),
    }),
    /** For `edit`: an absent setting stays, null clears it. */
    changes: z.object(sharedChanges).omit({ starts_at: true, ends_at: true, tags: true }).optional(),
    /** For `schedule`: an absent field stays, null clears it. */
    schedule: z
      .object({
        starts_at: more.starts_at,
        ends_at: more.ends_at,
        click_limit: more.click_limit,
        reengagement_days: more.reengagement_days,
      })
      .optional(),
    /** The tags to add or to remove; required for these two actions. */
    tags: campaignTags.optional(),
  })
  .refine(({ ids, matching }) => (ids === undefined) !== (matching === undefined), {
    path: ["ids"],
    error: t("Choose campaigns by ID or by filter."),
  })
  .refine(({ action, tags = [] }) => !action.endsWith("tag") || tags.length > 0, {
    path: ["tags"],
    error: t("Enter at least one tag."),
  })
  .refine(({ action, schedule = {} }) => action !== "schedule" || requireChange(schedule), {
    path: ["schedule"],
    error: t("Choose a start, an end, a click limit or a re-engagement window."),
  })
  .refine(({ action, changes = {} }) => action !== "edit" || requireChange(changes), {
    path: ["changes"],
    error: t("Choose a setting to change."),
  });

/** `ids` are the changed campaigns, so that the change can be undone. */
export const bulkResult = z.object({
  changed: z.number().int(),
  ids: z.array(z.number().int()),
  /** For `archive`: the changed campaigns that were not paused before. */
  previously_active: z.array(z.number().int()).optional(),
  /** For `schedule`: the previous values, with campaigns of equal values in one entry. */
  before: z
    .array(
      z.object({
        starts_at: timestamp.nullable(),
        ends_at: timestamp.nullable(),
        click_limit: z.number().int().nullable(),
        reengagement_days: z.number().int().nullable(),
        ids: z.array(z.number().int()),
      }),
    )
    .optional(),
});
export type BulkResult = z.output<typeof bulkResult>;
