import { createCipheriv, createHash } from "node:crypto";
import { commandLine } from "@/lib/accounts/audit/actor";
import { setMetaKey } from "@/lib/attribution/meta-key/set";
import { plans } from "@/lib/sample/plan";
import type { AProject } from "@/testing/factories";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** A key that only decrypts the demo's own referrers. */
const key = digest("the demo's key for Meta's install referrer");

export const setDemoMetaKey = (app: AProject, now: Date) =>
  setMetaKey(app.project, { key, sample: null }, commandLine, now);

/** Play's referrer in Meta's format: the ad is encrypted with the app's key. */
export function metaReferrer(at: Date): string {
  const plan = plans.find(({ id }) => id === "alps-lookalike")!;
  const adSet = plan.adSets[0]!;
  const ad = adSet.creatives[0]!;
  const response = {
    ad_id: ad.id,
    adgroup_id: ad.id,
    adgroup_name: ad.name,
    campaign_id: adSet.id,
    campaign_name: adSet.name,
    campaign_group_id: plan.networkCampaignId,
    campaign_group_name: plan.name,
    account_id: "23850000",
    publisher_platform: "instagram",
    platform_position: "story",
  };
  const nonce = digest(at.toISOString()).subarray(0, 12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const data = Buffer.concat([cipher.update(JSON.stringify(response)), cipher.final(), cipher.getAuthTag()]);
  const content = JSON.stringify({
    source: { data: data.toString("hex"), nonce: nonce.toString("hex") },
    t: Math.floor(at.getTime() / 1_000) - 600,
    app: 0,
  });
  return `utm_source=apps.facebook.com&utm_campaign=fb4a&utm_content=${encodeURIComponent(content)}`;
}
