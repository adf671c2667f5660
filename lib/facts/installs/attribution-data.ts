import type { z } from "zod";
import { refuseErased } from "@/lib/accounts/erased/erased";
import type { attributionDataBody } from "@/lib/facts/app-calls/schema";
import type { ConsentProject } from "@/lib/facts/consent/record";
import {
  type AttributionDataRow,
  findDecided,
  storeAttributionAnswer,
} from "@/lib/facts/installs/attribution-data-queries";
import { reportDevice } from "@/lib/facts/installs/report-device";

type Answer = {
  deeplink: string;
  campaign_data: Record<string, string> | null;
  attribution_source: string;
  /** Only if there is a campaign. */
  is_guess?: boolean;
  /** Only if the install is not decided yet. */
  retry_after_ms?: number;
};

const second = 1_000;

/** Most installs are decided within a second of `init`; one that waits for a store or a network has a time limit. */
function pending(notBefore: Date | null, now: Date): Answer {
  const left = notBefore ? notBefore.getTime() - now.getTime() : 0;
  const retry_after_ms = Math.min(Math.max(left, second), 60 * second);
  return { deeplink: "", campaign_data: null, attribution_source: "PENDING", retry_after_ms };
}

/**
 * Returns the attribution to an app. The first response applies for a day, despite renames and deletions. It ends early
 * only if the install is attributed again because of an operator or late device data.
 */
export async function attributionData(
  project: ConsentProject,
  body: z.output<typeof attributionDataBody>,
  context: { userAgent: string | null; now: Date },
): Promise<Answer> {
  const instance = body.install_instance_id;
  if (!instance) return pending(null, context.now);
  await refuseErased(project.id, { instance });
  const [install] = await Promise.all([
    findDecided(project.id, instance, context.now),
    reportDevice(project, body, context),
  ]);
  if (install?.state !== "DECIDED") return pending(install?.not_before ?? null, context.now);
  if (install.answered !== null) return JSON.parse(install.answered);
  const { id, decision_version: version } = install;
  return JSON.parse(
    await storeAttributionAnswer(project.id, { id, version }, JSON.stringify(answerOf(install)), context.now),
  );
}

function answerOf(install: AttributionDataRow): Answer {
  if (install.campaign_display_id === null)
    return { deeplink: "", campaign_data: null, attribution_source: "ORGANIC" };
  return {
    deeplink: install.deeplink ?? "",
    campaign_data: {
      id: install.campaign_display_id,
      name: install.campaign_name ?? "",
      type: "INORGANIC",
      ad_network: install.network ?? "",
      group_name: install.ad_set_name ?? install.ad_set_id ?? "",
      asset_group_name: install.ad_set_name ?? install.ad_set_id ?? "",
      asset_name: install.creative_name ?? install.creative_id ?? "",
      installed_at: isoSeconds(install.installed_at),
      store_click_at: install.clicked_at ? isoSeconds(install.clicked_at) : "",
    },
    attribution_source: install.network ?? "LINK",
    is_guess: install.method === "probabilistic",
  };
}

/** Without milliseconds, because clients on iOS cannot parse fractions. */
const isoSeconds = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;
