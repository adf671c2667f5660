import { createHash } from "node:crypto";
import type { z } from "zod";
import { refuseErased } from "@/lib/accounts/erased/erased";
import { findLinkOwner, storeDeepLinkOpen } from "@/lib/attribution/deep-links/queries";
import { opensDeeplinkOf, readLink } from "@/lib/attribution/deep-links/read-link";
import { attributionRulesOf } from "@/lib/attribution/rule-sets/windows";
import { newId, type ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import type { deeplinkBody } from "@/lib/facts/app-calls/schema";
import type { ConsentProject } from "@/lib/facts/consent/record";
import { reportDevice } from "@/lib/facts/installs/report-device";
import { recordStillInstalled } from "@/lib/facts/uninstalls/still-installed";
import { withCountedAds } from "@/lib/ledger/ad-ids/counted";
import { type AdParameters, readParams, storedParamsOf } from "@/lib/traffic/links/params";
import { withParameters } from "@/lib/traffic/links/rules";

export type OpenedLink = { deeplink: string; isOurs: boolean };

const neverOpened = new Set(["javascript", "data", "file", "blob", "vbscript"]);

/** Records that a link opened the app, and returns its destination. The link is never fetched. */
export async function openDeeplink(
  project: ConsentProject,
  body: z.output<typeof deeplinkBody>,
  now: Date,
  { userAgent = null, repeatKey }: { userAgent?: string | null; repeatKey?: string | undefined } = {},
): Promise<OpenedLink> {
  const link = readLink(body.deeplink_url);
  if (!link || neverOpened.has(link.scheme)) {
    throw new Refusal("invalid_link", "deeplink_url is not a valid link!", {
      fields: { deeplink_url: "Not a valid link." },
    });
  }
  await refuseErased(project.id, { instance: body.install_instance_id });
  const owner = await findLinkOwner(project.id, link);
  const isOurs = owner.on_our_host || opensDeeplinkOf(owner.deeplink, link);
  const { inactivityDays, reengagementHours } = attributionRulesOf(project.settings.attribution);
  const { meta_install_referrer: meta, device_data: device } = body;
  // Meta's referrer next to the device data is stored within it, because it may decide the install.
  const device_data = meta ? { ...device, meta_install_referrer: meta } : device;
  await reportDevice(project, { ...body, device_data }, { userAgent, now });
  const campaignId = isOurs ? owner.campaign_id : null;
  await storeDeepLinkOpen(project.id, {
    id: newId(now),
    at: now,
    instance: body.install_instance_id ?? null,
    url: body.deeplink_url,
    campaignId,
    ad: await countedAd(
      project.id,
      campaignId,
      readParams(isOurs ? storedParamsOf(new URL(body.deeplink_url).searchParams) : []).ad,
      now,
    ),
    isOurs,
    isActive: owner.active === true,
    key: keyOf(body, repeatKey),
    absence: { days: inactivityDays, hoursBetween: reengagementHours },
    data: meta ? { meta_install_referrer: meta } : {},
  });
  if (body.install_instance_id) await recordStillInstalled(project.id, body.install_instance_id, now);
  const target =
    isOurs && owner.deeplink
      ? withParameters(owner.deeplink, Object.entries(link.params))
      : body.deeplink_url;
  return { deeplink: target, isOurs };
}

async function countedAd(
  projectId: ProjectId,
  campaignId: number | null,
  ad: AdParameters,
  now: Date,
): Promise<AdParameters> {
  const row = {
    project_id: projectId,
    campaign_id: campaignId,
    ad_set_id: ad.adSetId,
    ad_set_name: ad.adSetName,
    creative_id: ad.creativeId,
    creative_name: ad.creativeName,
    keyword_id: ad.keywordId,
    keyword_name: ad.keywordName,
    publisher_id: ad.publisherId,
  };
  const [counted = row] = await withCountedAds([row], { now });
  return {
    adSetId: counted.ad_set_id,
    adSetName: counted.ad_set_name,
    creativeId: counted.creative_id,
    creativeName: counted.creative_name,
    keywordId: counted.keyword_id,
    keywordName: counted.keyword_name,
    publisherId: counted.publisher_id,
  };
}

/** Apps send the time of the open, so the same link, time and install counts once. */
function keyOf(
  { install_instance_id: instance, deeplink_url: url, timestamp }: z.output<typeof deeplinkBody>,
  repeatKey: string | undefined,
): string | null {
  const moment = repeatKey ?? (instance && timestamp);
  if (!moment) return null;
  const key = JSON.stringify([instance, url, moment]);
  return `open ${createHash("sha256").update(key).digest("base64url")}`;
}
