import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv, env } from "@/lib/base/env";
import { updateConsentOf } from "@/lib/facts/consent/by-server";
import { noConsentSignals, withStringAnswers } from "@/lib/facts/consent/signals";
import { captureEvent } from "@/lib/facts/events/capture";
import { createDestination, resumeDestination } from "@/lib/outbound/destinations/destinations";
import { enqueueFacts } from "@/lib/outbound/enqueue/enqueue";
import { outboundRule } from "@/lib/outbound/mapping/rule";
import { defaultDependencies, sendDue } from "@/lib/outbound/send/run";
import { type AProject, aCampaign, anAttributedUser, aProject } from "@/testing/factories";
import { aTcString, optedOut } from "@/testing/networks/consent-strings";
import { aNetwork, type FakeNetwork, parsedJson } from "@/testing/networks/fake";
import { metaNetwork } from "@/testing/networks/meta";

const token = "EAAB";
const dataset = "1234567890";

/** A project whose events are sent to a simulated Meta dataset on this machine. */
async function delivered(more: { rules?: object[]; answer?: FakeNetwork; mode?: "live" | "dry_run" } = {}) {
  const app = await aProject();
  const network = await aNetwork(more.answer ?? metaNetwork({ token, dataset, now: new Date() }));
  completeEnv({
    OUTBOUND_ALLOW: [...env.OUTBOUND_ALLOW, new URL(network.base).host].join(","),
    OUTBOUND_URLS: `meta=${encodeURIComponent(`${network.base}/v24.0`)}`,
  });
  const campaign = await aCampaign(app, { network: "META" } as never);
  const { instance, userId } = await anAttributedUser(app, campaign.id);
  await sql`
    update installs set os_version = '14', device_data = '{"gaid": "38400000-8cf0-11bd-b23e-10b96e40000d"}'
    where project_id = ${app.project.id}`;
  const rules = (more.rules ?? [{ on: "event", sends: "ViewContent", value: { from: "none" } }]).map((each) =>
    outboundRule.parse(each),
  );
  const input = {
    kind: "meta",
    name: "Meta",
    mode: more.mode ?? ("live" as const),
    settings: { dataset_id: dataset },
    secrets: { access_token: token },
    rules,
  };
  const { destination } = await createDestination(app.project, input, commandLine, new Date());
  return { app, network, instance, userId, id: destination.id };
}

const rowsOf = (app: AProject) => sql<
  { fact_id: string; state: string; reason: string | null; payload: unknown; name: string }[]
>`
  select d.fact_id, d.state, d.reason, d.payload, e.name from deliveries d
  join events e on e.project_id = ${app.project.id} and e.id = d.fact_id::uuid
  where d.project_id = ${app.project.id} and e.project_id = ${app.project.id} order by e.id`;

/** Each event is enqueued for this many destinations. */
async function happens(app: AProject, instance: string, names: string[], destinations = 1) {
  for (const event_name of names) {
    const event = { token: "", event_name, event_data: {}, install_instance_id: instance };
    await captureEvent(app.project, event, { userAgent: null, now: new Date() });
  }
  await expect
    .poll(
      async () => {
        await enqueueFacts(5_000, () => new Date(), app.project.id);
        return (await rowsOf(app)).length;
      },
      { interval: 20 },
    )
    .toBe(names.length * destinations);
}

const sendNow = (app: AProject) =>
  sendDue(
    5_000,
    defaultDependencies(() => new Date(Date.now() + 1_000)),
    app.project.id,
  );

test("a batch that is rejected for one row is halved until that row is alone; the others are sent", async () => {
  const meta = metaNetwork({ token, dataset, now: new Date() });
  const error = { code: 100, type: "OAuthException", message: "Bad is not a name", fbtrace_id: "trace" };
  const { app, network, instance } = await delivered({
    answer: (query) => (query.body.includes('"Bad"') ? { status: 400, body: { error } } : meta(query)),
    rules: [
      { on: "event", name: "bad", sends: "Bad", value: { from: "none" } },
      { on: "event", sends: "ViewContent", value: { from: "none" } },
    ],
  });
  await happens(app, instance, ["a", "b", "bad", "c", "d"]);
  await sendNow(app);
  expect((await rowsOf(app)).map(({ name, state }) => `${name} ${state}`)).toEqual([
    "a sent",
    "b sent",
    "bad dead",
    "c sent",
    "d sent",
  ]);
  expect((await rowsOf(app))[2]!.reason).toContain("Bad is not a name");
  const sizes = network.asked.map(({ body }) => (parsedJson(body) as { data: unknown[] }).data.length);
  expect(sizes).toEqual([5, 3, 2, 1, 2]);
});

test("without consent nothing is sent, and nothing about the user is hashed", async () => {
  const { app, network, instance, userId } = await delivered();
  await updateConsentOf(
    app.project,
    { user: userId, device: null },
    { ...noConsentSignals, ad_user_data: false },
    new Date(),
  );
  await happens(app, instance, ["a"]);
  await sendNow(app);
  expect(await rowsOf(app)).toMatchObject([
    { state: "skipped", reason: "not_consented:ad_user_data", payload: null },
  ]);
  expect(network.asked).toHaveLength(0);
});

test.each([
  ["an opt-out in a GPP string limits the use of data", { gpp_string: optedOut }, "sent null"],
  [
    "a TC string without consent ends sending",
    { tc_string: aTcString() },
    "skipped not_consented:ad_user_data",
  ],
])("%s", async (_, strings, outcome) => {
  const { app, network, instance, userId } = await delivered();
  const signals = withStringAnswers({ ...noConsentSignals, ...strings }, null);
  await updateConsentOf(app.project, { user: userId, device: null }, signals, new Date());
  await happens(app, instance, ["a"]);
  await sendNow(app);
  expect((await rowsOf(app)).map(({ state, reason }) => `${state} ${reason}`)).toEqual([outcome]);
  const uses = network.asked.map(({ body }) => (parsedJson(body) as { data: object[] }).data[0]);
  expect(uses).toMatchObject(outcome === "sent null" ? [{ data_processing_options: ["LDU"] }] : []);
});

test("an install that a fraud rule withholds is withheld, not discarded", async () => {
  const { app, network, instance } = await delivered();
  await sql`update installs set postbacks_withheld = true where project_id = ${app.project.id}`;
  await happens(app, instance, ["a"]);
  await sendNow(app);
  expect(await rowsOf(app)).toMatchObject([{ state: "withheld", reason: "fraud_withheld" }]);
  expect(network.asked).toHaveLength(0);
});

test("a rule can require own conversions and a filter", async () => {
  const { app, instance } = await delivered({
    rules: [
      { on: "event", name: "far", sends: "ViewContent", filter: { countries: ["NZ"] } },
      { on: "event", name: "dear", sends: "ViewContent", filter: { least_amount: 100 } },
      { on: "event", name: "own", sends: "ViewContent", only_own: true },
    ],
  });
  await sql`
    update decisions set network = 'GOOGLE' where project_id = ${app.project.id}`;
  await happens(app, instance, ["far", "dear", "own"]);
  await sendNow(app);
  expect((await rowsOf(app)).map(({ name, reason }) => `${name} ${reason}`)).toEqual([
    "far rule_filter",
    "dear rule_filter",
    "own not_attributed_here",
  ]);
});

test("an expired token pauses the destination: nothing is lost, and it is sent when resumed", async () => {
  let isValid = false;
  const network = metaNetwork({ token, dataset, now: new Date() });
  const { app, instance, id } = await delivered({
    answer: (query) => network(isValid ? query : { ...query, headers: {} }),
  });
  await happens(app, instance, ["a", "b"]);
  await sendNow(app);
  const [row] = await sql<{ pause_reason: string }[]>`
    select pause_reason from destinations where project_id = ${app.project.id}`;
  expect(row!.pause_reason).toContain("Invalid OAuth access token");
  expect((await rowsOf(app)).map(({ state }) => state)).toEqual(["queued", "queued"]);
  isValid = true;
  await sendNow(app);
  expect((await rowsOf(app)).map(({ state }) => state)).toEqual(["queued", "queued"]);
  await resumeDestination(app.project, id, commandLine, new Date());
  await sendNow(app);
  expect((await rowsOf(app)).map(({ state }) => state)).toEqual(["sent", "sent"]);
});

test("two destinations with the same dataset send a fact once", async () => {
  const { app, network, instance } = await delivered();
  const rules = [outboundRule.parse({ on: "event", sends: "ViewContent", value: { from: "none" } })];
  const again = { kind: "meta", name: "Again", mode: "live" as const, rules };
  const where = { settings: { dataset_id: dataset }, secrets: { access_token: token } };
  await createDestination(app.project, { ...again, ...where }, commandLine, new Date());
  await happens(app, instance, ["a"], 2);
  await sendNow(app);
  await sendNow(app);
  const states = (await rowsOf(app)).map(({ state, reason }) => `${state} ${reason}`);
  // Parallel deliveries do not know of each other yet; Meta recognizes the repeat by its ID.
  expect(states.filter((state) => state.startsWith("sent")).length).toBeGreaterThan(0);
  const ids = network.asked.flatMap(
    ({ body }) => (parsedJson(body) as { data: { event_id: string }[] }).data,
  );
  expect(new Set(ids.map(({ event_id }) => event_id)).size).toBe(1);
});
