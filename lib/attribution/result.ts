import { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { findResult } from "@/lib/attribution/result-queries";
import { withRetries } from "@/lib/base/database-failure";
import { rejectValue } from "@/lib/base/params";
import { deviceIdOf } from "@/lib/traffic/links/device-ids";

const text = z.string().optional();

export const resultQuery = z
  .object({
    device_identifier: text.meta({
      description:
        "Android advertising ID or iOS advertising identifier, any case. Required when `user_id` is absent.",
    }),
    user_id: text.meta({
      description:
        "Required when `device_identifier` is absent. If both match an install, it takes precedence.",
    }),
  })
  .transform(({ device_identifier: device, user_id: user }, context) =>
    device === undefined && user === undefined
      ? rejectValue(context, "Either device_identifier or user_id is required.", { code: "identity_missing" })
      : { device: device ?? null, user: user ?? null },
  );

export const attributionResult = z.object({
  campaign_name: z.string().nullable(),
  display_id: z.string().nullable(),
  deeplink: z.string().nullable(),
  domain_name: z.string().nullable(),
  ad_set_id: z.string().nullable(),
  ad_set_name: z.string().nullable(),
  ad_creative_id: z.string().nullable(),
  ad_creative_name: z.string().nullable(),
  keyword_id: z.string().nullable(),
  keyword_name: z.string().nullable(),
  ad_network: z.string().nullable(),
  attribution_type: z.enum(["ORGANIC", "INORGANIC"]),
});

const isText = (value: string) => !value.includes("\u0000");

/** Null if the user or device is unknown, or the install is not decided yet. */
export async function attributionResultOf(
  project: Project,
  { device, user }: z.output<typeof resultQuery>,
): Promise<z.output<typeof attributionResult> | null> {
  const knownDevice = deviceIdOf(device ?? "");
  const knownUser = user !== null && isText(user) ? user : null;
  const row = await withRetries(() => findResult(project.id, knownUser, knownDevice));
  if (row?.state !== "DECIDED") return null;
  const isOrganic = row.campaign_id === null;
  return {
    campaign_name: row.campaign_name,
    display_id: row.display_id,
    deeplink: isOrganic ? null : (row.deeplink ?? row.campaign_deeplink),
    domain_name: row.host,
    ad_set_id: isOrganic ? null : row.ad_set_id,
    ad_set_name: isOrganic ? null : row.ad_set_name,
    ad_creative_id: isOrganic ? null : row.creative_id,
    ad_creative_name: isOrganic ? null : row.creative_name,
    keyword_id: isOrganic ? null : row.keyword_id,
    keyword_name: isOrganic ? null : row.keyword_name,
    ad_network: isOrganic ? null : (row.network ?? row.campaign_network),
    attribution_type: isOrganic ? "ORGANIC" : "INORGANIC",
  };
}
