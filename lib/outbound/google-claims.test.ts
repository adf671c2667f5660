import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { showReplay, startReplay } from "@/lib/attribution/replay/replay";
import { runReplay } from "@/lib/attribution/replay/run";
import { addDays } from "@/lib/base/days";
import { completeEnv, env } from "@/lib/base/env";
import { storeInstall } from "@/lib/facts/installs/register";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { enqueueFacts } from "@/lib/outbound/enqueue/enqueue";
import { outboundRule } from "@/lib/outbound/mapping/rule";
import { defaultDependencies, sendDue } from "@/lib/outbound/send/run";
import { erasePerson } from "@/lib/privacy/person";
import { type AProject, aProject, decideEverything } from "@/testing/factories";
import { aNetwork } from "@/testing/networks/fake";
import { googleAppNetwork } from "@/testing/networks/google-app";

const token = "dev";
const link = "31FF8D67E5BB5DD5029DCC2734C2F884";

/** An organic install, whose first event is sent to a simulated Google that claims it. */
async function claimed(settings: object, more: { from?: "click" | "nothing" } = {}) {
  const app = await aProject();
  const project = { ...app.project, settings: { ...app.project.settings, attribution: settings } };
  await sql`
    update projects set settings = settings || ${JSON.stringify({ attribution: settings })}::text::jsonb
    where id = ${app.project.id}`;
  const clickedAt = Date.now() / 1_000 - 600;
  const event = { campaign_id: 77, campaign_name: "App campaign", ad_group_id: 5, timestamp: clickedAt };
  const adEvents = more.from === "nothing" ? [] : [event];
  const network = await aNetwork(googleAppNetwork({ token, link, adEvents }));
  completeEnv({
    OUTBOUND_ALLOW: [...env.OUTBOUND_ALLOW, new URL(network.base).host].join(","),
    OUTBOUND_URLS: `google_app=${encodeURIComponent(network.base)}`,
  });
  const input = {
    kind: "google_app",
    name: "Google",
    mode: "live" as const,
    settings: { link_id: link },
    secrets: { dev_token: token },
    rules: ["install", "organic"].map((on) =>
      outboundRule.parse({ on, sends: "first_open", value: { from: "none" } }),
    ),
  };
  await createDestination(project, input, commandLine, new Date());
  const device_data = {
    gaid: "38400000-8cf0-11bd-b23e-10b96e40000d",
    system_version: "15",
    app_version: "4.2.0",
    device_name: "Pixel 9",
    language: "en-US",
    ip_address: "203.0.113.7",
  };
  await storeInstall(
    project,
    { token: "", install_instance_id: "i1", platform: "ANDROID", app_version: "4.2.0", device_data },
    { userAgent: null, now: new Date(), address: "203.0.113.7" },
  );
  await decideEverything(app);
  await sendAll(app);
  // The clock of sending is ahead, because deliveries wait until a decision has settled.
  await sql`update late_evidence set due_at = now() where project_id = ${app.project.id}`;
  await decideEverything(app);
  return { app, project };
}

async function sendAll(app: AProject) {
  const count = async () =>
    (await sql`select 1 from deliveries where project_id = ${app.project.id} and state = 'sent'`).length;
  await expect
    .poll(
      async () => {
        await enqueueFacts(5_000, () => new Date(), app.project.id);
        await sendDue(
          5_000,
          defaultDependencies(() => new Date(Date.now() + 600_000)),
          app.project.id,
        );
        return await count();
      },
      { interval: 20 },
    )
    .toBe(1);
}

const decisionsOf = (app: AProject) => sql<
  {
    version: number;
    reason: string;
    network: string | null;
    campaign: string | null;
    ad_set_id: string | null;
    evidence: Record<string, unknown>;
  }[]
>`
  select d.version, d.reason, d.network, c.name as campaign, d.ad_set_id, d.evidence from decisions d
  left join campaigns c on c.project_id = ${app.project.id} and c.id = d.campaign_id
  where d.project_id = ${app.project.id} order by d.version`;

const claimsOf = (app: AProject) => sql`select claim from google_claims where project_id = ${app.project.id}`;

test("with the rule, Google's claim attributes the install to its campaign, once", async () => {
  const { app } = await claimed({ google_claims: true });
  const [first, second, ...more] = await decisionsOf(app);
  expect(first).toMatchObject({ version: 1, network: null });
  expect(second).toMatchObject({
    version: 2,
    reason: "google_claim",
    network: "GOOGLE",
    campaign: "App campaign",
    ad_set_id: "5",
    evidence: { google: "claim by campaign 77" },
  });
  expect(more).toEqual([]);
});

test("without the rule, the claim is stored, and decides nothing, and a replay shows what it would change", async () => {
  const { app, project } = await claimed({});
  expect(await decisionsOf(app)).toMatchObject([{ version: 1, network: null }]);
  expect(await claimsOf(app)).toMatchObject([{ claim: { campaign_id: 77, campaign_name: "App campaign" } }]);
  // The rule is tested on past installs, without changing them.
  const day = new Date().toISOString().slice(0, 10);
  const { id } = await startReplay(
    project,
    { google_claims: true },
    { from: addDays(day, -1), to: addDays(day, 1) },
    commandLine,
    new Date(),
  );
  await runReplay(
    project,
    id,
    () => false,
    () => new Date(),
  );
  expect((await showReplay(project, id)).outcome).toMatchObject({ installs: 1, moved: 1 });
  expect(await decisionsOf(app)).toMatchObject([{ version: 1, network: null }]);
});

test("an install that Google does not claim has no claim", async () => {
  const { app } = await claimed({ google_claims: true }, { from: "nothing" });
  expect(await claimsOf(app)).toHaveLength(0);
  expect(await decisionsOf(app)).toMatchObject([{ version: 1, network: null }]);
});

test("a claim is deleted with its person", async () => {
  const { app, project } = await claimed({});
  await erasePerson(project, { user: null, install: "i1" }, commandLine, new Date());
  expect(await claimsOf(app)).toHaveLength(0);
});
