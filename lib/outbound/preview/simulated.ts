import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { simulateInput } from "@/lib/attribution/simulate/schema";
import { simulateCase } from "@/lib/attribution/simulate/simulate";
import { deviceIds, type Platform } from "@/lib/facts/app-calls/device";
import type { DeliveryPreview } from "@/lib/outbound/deliveries/schema";
import { findDestinations } from "@/lib/outbound/destinations/queries";
import type { LoadedRow } from "@/lib/outbound/hydrate/row";
import { eventUidOf } from "@/lib/outbound/mapping/event-id";
import { previewForDestination } from "@/lib/outbound/preview/preview";
import { findCampaignFields } from "@/lib/outbound/preview/queries";

type Case = Awaited<ReturnType<typeof simulateCase>>;

/** Previews the deliveries of a simulated install, without storing or sending them. */
export async function previewSimulated(
  project: Project,
  input: z.output<typeof simulateInput>,
  now: Date,
): Promise<{ previews: DeliveryPreview[] }> {
  const [invented, destinations] = await Promise.all([
    simulateCase(project, input, now),
    findDestinations(project.id),
  ]);
  const row = await rowOf(project, invented, now);
  return {
    previews: destinations.map((destination) => ({
      ...previewForDestination(project, destination, row, { isNever: false, now }),
      delivery: null,
      correction: null,
    })),
  };
}

/** The row as it would be stored after the decision. */
async function rowOf(
  project: Project,
  { install, rules, rows, verdict }: Case,
  now: Date,
): Promise<LoadedRow> {
  const { winner, candidates, charges: findings, type, method, reason, confidence } = verdict;
  // A rejected install is sent with its campaign, as a rejection.
  const rejected =
    reason === "fraud" ? candidates.find(({ lost }) => lost?.startsWith("fraud:") === true) : undefined;
  const campaign = winner?.campaignId ?? rejected?.campaign_id ?? null;
  const clickId = winner?.clickId ?? rejected?.click_id ?? null;
  const campaignFields = campaign === null ? null : await findCampaignFields(project.id, campaign);
  const click = rows.find(({ id }) => id === clickId);
  const { id, install_instance_id, platform, device_data } = install;
  return {
    id,
    event_uid: eventUidOf(project.id, "install", { fact_id: id, fact_at: now, payment_id: null }),
    fact: "install",
    fact_id: id,
    fact_at: now,
    state: "waiting",
    tries: 0,
    begun_at: now,
    decision_version: null,
    original: null,
    sent_decision: null,
    sent_click: null,
    is_erased: false,
    event: null,
    payment: null,
    ad_revenue: null,
    open: null,
    alert: null,
    report: null,
    pull: null,
    apple_postback: null,
    user: null,
    install: {
      id,
      install_instance_id,
      kind: "INSTALL",
      platform: platform as Platform,
      installed_at: now.toISOString(),
      app_version: null,
      os_version: install.os_version,
      device_model: install.device_model,
      country: install.country,
      language: install.language,
      is_test: install.is_test,
      device_data,
      state: "DECIDED",
      postbacks_withheld: findings.some(({ level }) => level !== "tag"),
      erased_at: null,
      decision_version: 1,
      uninstalled_at: null,
    },
    devices: deviceIds(device_data, platform as Platform),
    integrations: null,
    consent: null,
    decision: {
      version: 1,
      decided_at: now.toISOString(),
      rules: rules.version,
      attribution_type: type,
      method,
      reason,
      confidence,
      touch: winner ? (winner.kind === "view" ? "VIEW" : "CLICK") : null,
      network: winner?.network ?? null,
      campaign_id: campaign,
      campaign_name: campaignFields?.name ?? null,
      display_id: campaignFields?.display_id ?? null,
      affiliate: campaignFields?.affiliate ?? null,
      ad_set_id: winner?.adSetId ?? null,
      ad_set_name: winner?.adSetName ?? null,
      creative_id: winner?.creativeId ?? null,
      creative_name: winner?.creativeName ?? null,
      keyword_id: winner?.keywordId ?? null,
      keyword_name: winner?.keywordName ?? null,
      flags: findings.length === 0 ? null : findings.map(({ rule }) => rule),
    },
    previous: null,
    click: click
      ? {
          id: click.id,
          clicked_at: click.clicked_at.toISOString(),
          params: {},
          country: click.country,
          click_parameter: null,
          publisher_parameter: null,
        }
      : null,
    is_duplicate: false,
    was_sent: false,
  };
}
