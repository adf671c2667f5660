import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv, env } from "@/lib/base/env";
import { updateConsentOf } from "@/lib/facts/consent/by-server";
import { noConsentSignals } from "@/lib/facts/consent/signals";
import { captureEvent } from "@/lib/facts/events/capture";
import { addIntegrations } from "@/lib/facts/installs/details";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { enqueueFacts } from "@/lib/outbound/enqueue/enqueue";
import { outboundRule } from "@/lib/outbound/mapping/rule";
import { defaultDependencies, sendDue } from "@/lib/outbound/send/run";
import { aCampaign, anAttributedUser, aProject } from "@/testing/factories";
import { amplitudeService } from "@/testing/networks/analytics/amplitude";
import { aNetwork, parsedJson } from "@/testing/networks/fake";

/** A project whose events are sent to a simulated Amplitude on this machine. */
async function connected() {
  const app = await aProject();
  const service = await aNetwork(amplitudeService({ key: "amp-key" }));
  completeEnv({
    OUTBOUND_ALLOW: [...env.OUTBOUND_ALLOW, new URL(service.base).host].join(","),
    OUTBOUND_URLS: `amplitude=${encodeURIComponent(service.base)}`,
  });
  const campaign = await aCampaign(app, { name: "Alps" });
  const { instance, userId } = await anAttributedUser(app, campaign.id);
  const input = {
    kind: "amplitude",
    name: "Amplitude",
    mode: "live" as const,
    settings: { event_data: true },
    secrets: { api_key: "amp-key" },
    rules: [outboundRule.parse({ on: "event", sends: "{name}", value: { from: "none" } })],
  };
  await createDestination(app.project, input, commandLine, new Date());
  const states = () => sql<{ state: string; reason: string | null }[]>`
    select state, reason from deliveries where project_id = ${app.project.id}`;
  const happens = async (...names: string[]) => {
    for (const event_name of names) {
      const event = { token: "", event_name, event_data: { level: 3 }, install_instance_id: instance };
      await captureEvent(app.project, event, { userAgent: null, now: new Date() });
    }
    await expect
      .poll(
        async () => {
          await enqueueFacts(5_000, () => new Date(), app.project.id);
          return (await states()).length;
        },
        { interval: 20 },
      )
      .toBe(names.length);
    const later = () => new Date(Date.now() + 1_000);
    await sendDue(5_000, defaultDependencies(later), app.project.id);
  };
  const sent = () =>
    service.asked.flatMap(({ body }) => (parsedJson(body) as { events: Record<string, unknown>[] }).events);
  return { app, instance, userId, happens, sent, states };
}

test("each event of a call has the user, the ID that the app sent for the service, and the attribution as user properties", async () => {
  const { app, instance, userId, happens, sent } = await connected();
  const ids = { amplitude_device_id: " amp-9 ", other: { nested: true } };
  await addIntegrations(app.project.id, { install_instance_id: instance, integration_info: ids }, new Date());
  await happens("level_up", "shared");
  const common = {
    user_id: userId,
    device_id: "amp-9",
    event_properties: { level: 3 },
    user_properties: { cairn_campaign: "Alps", cairn_keyword: "(none)" },
  };
  expect(sent()).toMatchObject([
    { ...common, event_type: "level_up" },
    { ...common, event_type: "shared" },
  ]);
});

test("nothing is sent about a user who refused to share data", async () => {
  const { app, userId, happens, sent, states } = await connected();
  const refusal = { ...noConsentSignals, ad_user_data: false };
  await updateConsentOf(app.project, { user: userId, device: null }, refusal, new Date());
  await happens("level_up");
  expect(await states()).toEqual([{ state: "skipped", reason: "not_consented:ad_user_data" }]);
  expect(sent()).toEqual([]);
});
