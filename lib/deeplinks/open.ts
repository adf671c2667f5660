import { createHash } from "node:crypto";
import type { z } from "zod";
import { rulesOf } from "@/lib/attribution/rules";
import { findLinkOwner, storeDeeplinkOpen } from "@/lib/deeplinks/queries";
import { type ReadLink, readLink } from "@/lib/deeplinks/read-link";
import { newId, type ProjectId } from "@/lib/ids";
import type { deeplinkBody } from "@/lib/installs/schema";
import { refuseErased } from "@/lib/privacy/erased";
import { Refusal } from "@/lib/refusal";

export type OpenedLink = { deeplink: string; isOurs: boolean };

const neverOpened = new Set(["javascript", "data", "file", "blob", "vbscript"]);

/** Records that a link opened the app, and tells the app where it leads. The link is never fetched. */
export async function openDeeplink(
  project: { id: ProjectId; settings: { attribution?: unknown } },
  body: z.output<typeof deeplinkBody>,
  now: Date,
  repeatKey?: string,
): Promise<OpenedLink> {
  const link = readLink(body.deeplink_url);
  if (!link || neverOpened.has(link.scheme)) {
    throw new Refusal(400, "deeplink_url is not a valid link!", {
      fields: { deeplink_url: "Not a valid link." },
    });
  }
  await refuseErased(project.id, { instance: body.install_instance_id });
  const owner = await findLinkOwner(project.id, link);
  const { inactivityDays, reengagementHours } = rulesOf(project.settings.attribution);
  await storeDeeplinkOpen(project.id, {
    id: newId(now),
    at: now,
    instance: body.install_instance_id ?? null,
    url: body.deeplink_url,
    campaignId: owner.is_ours ? owner.campaign_id : null,
    isOurs: owner.is_ours,
    key: keyOf(body, repeatKey),
    away: { days: inactivityDays, hoursBetween: reengagementHours },
    data: body.meta_install_referrer ? { meta_install_referrer: body.meta_install_referrer } : {},
  });
  const target = owner.is_ours && owner.deeplink ? withParams(owner.deeplink, link) : body.deeplink_url;
  return { deeplink: target, isOurs: owner.is_ours };
}

/** Apps tell the moment of the open: the same link at the same moment on the same install was opened once. */
function keyOf(
  { install_instance_id: instance, deeplink_url: url, timestamp }: z.output<typeof deeplinkBody>,
  repeatKey: string | undefined,
): string | null {
  const moment = repeatKey ?? (instance && timestamp);
  if (!moment) return null;
  const told = JSON.stringify([instance, url, moment]);
  return `open ${createHash("sha256").update(told).digest("base64url")}`;
}

/** The parameters of the followed link, as far as the campaign's own deeplink does not set them. */
export function withParams(deeplink: string, link: Pick<ReadLink, "params">): string {
  if (!URL.canParse(deeplink)) return deeplink;
  const url = new URL(deeplink);
  for (const [name, value] of Object.entries(link.params)) {
    if (name !== "c" && !url.searchParams.has(name)) url.searchParams.append(name, value);
  }
  return url.toString();
}
