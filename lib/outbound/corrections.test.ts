import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv, env } from "@/lib/base/env";
import { captureEvent } from "@/lib/facts/events/capture";
import { capturePayment } from "@/lib/facts/payments/capture";
import { removePayments } from "@/lib/facts/payments/queries";
import { reportDeliveries, showDelivery } from "@/lib/outbound/deliveries/deliveries";
import {
  createDestination,
  pauseDestinationByMember,
  resumeDestination,
} from "@/lib/outbound/destinations/destinations";
import { enqueueFacts } from "@/lib/outbound/enqueue/enqueue";
import { outboundRule } from "@/lib/outbound/mapping/rule";
import { previewFact } from "@/lib/outbound/preview/preview";
import { type Post, post } from "@/lib/outbound/requests/post";
import { defaultDependencies, sendDue } from "@/lib/outbound/send/run";
import { type AProject, aCampaign, anAffiliate, anAttributedUser, aProject } from "@/testing/factories";
import { aNetwork, type FakeNetwork, parsedJson } from "@/testing/networks/fake";
import { googleNetwork } from "@/testing/networks/google";

const rule = (on: string, more: object = {}) =>
  outboundRule.parse({ on, sends: on, value: { from: "none" }, ...more });

const minute = 60_000;

async function aWorld(answer: FakeNetwork = () => ({ status: 200, body: "ok" })) {
  const app = await aProject();
  const network = await aNetwork(answer);
  completeEnv({ OUTBOUND_ALLOW: [...env.OUTBOUND_ALLOW, new URL(network.base).host].join(",") });
  const of = async (name: string) => {
    const campaign = await aCampaign(app);
    const affiliate = await anAffiliate(app, name);
    await sql`update campaigns set affiliate_id = ${affiliate} where project_id = ${app.project.id} and id = ${campaign.id}`;
    return campaign.id;
  };
  const [ann, bob] = [await of("Ann"), await of("Bob")];
  const user = await anAttributedUser(app, ann);
  return { app, network, ann, bob, user };
}

/** Ann's postbacks: for facts, and for reversals. */
const sendAsAnn = async ({ app, network }: Awaited<ReturnType<typeof aWorld>>, more: object = {}) => {
  const at = (path: string) => `${network.base}/${path}?id={event_id}&why={reject_reason}&c={campaign}`;
  const urls = { event_url: at("event"), payment_url: at("payment"), reversal_url: at("reversal") };
  const input = {
    kind: "affiliate",
    name: "Ann",
    mode: "live" as const,
    settings: { affiliate: "Ann", ...urls, ...more },
    secrets: {},
    rules: [rule("event"), rule("payment"), rule("refund")],
  };
  return (await createDestination(app.project, input, commandLine, new Date())).destination.id;
};

let clock = Date.now();
/** Sends everything recorded so far, each time at a later time, so that no delivery has to wait. */
async function work(app: AProject, minutes = 2, by: Post = post) {
  clock = Math.max(clock, Date.now()) + minutes * minute;
  const left = async () => (await sql`select 1 from outbox where project_id = ${app.project.id}`).length;
  await expect
    .poll(
      async () => {
        await enqueueFacts(5_000, () => new Date(), app.project.id);
        return left();
      },
      { interval: 20 },
    )
    .toBe(0);
  await sendDue(5_000, { ...defaultDependencies(() => new Date(clock)), post: by }, app.project.id);
}

/** Stores and reports a new decision, like the engine. */
async function decideAgain(
  app: AProject,
  installId: string,
  campaign: number | null,
  network: string | null = null,
) {
  await sql`
    with moved as (
      update installs set decision_version = decision_version + 1, campaign_id = ${campaign}, network = ${network}
      where project_id = ${app.project.id} and id = ${installId}
      returning decision_version as version, install_instance_id as instance
    ),
    decided as (
      insert into decisions (project_id, install_id, version, decided_at, rules, attribution_type, campaign_id,
        method, reason, confidence, kind, network, candidates, evidence)
      select ${app.project.id}, ${installId}, m.version, now(), 'test', 'INORGANIC', ${campaign}, 'link', 'link', 100,
        'INSTALL', ${network}, '[]', '{}' from moved m
    )
    insert into outbox (project_id, id, kind, subject, install_instance_id, payload)
    select ${app.project.id}, uuidv7(), 'install.decided', ${installId}, m.instance,
      jsonb_build_object('version', m.version, 'method', 'link') from moved m`;
}

const buy = (app: AProject, instance: string) =>
  captureEvent(
    app.project,
    { token: "", event_name: "buy", event_data: {}, install_instance_id: instance },
    { userAgent: null, now: new Date() },
  );

const rowsOf = (app: AProject) => sql<
  {
    id: string;
    fact: string;
    state: string;
    reason: string | null;
    corrects: string | null;
    event_uid: string;
  }[]
>`
  select id, fact, state, reason, corrects, event_uid from deliveries
  where project_id = ${app.project.id} order by id`;

const sentIn = ({ network }: Awaited<ReturnType<typeof aWorld>>) =>
  network.asked.map(({ url }) => `${url.pathname.slice(1)} ${url.searchParams.get("id")}`);

test("a conversion that moves away is reversed once, in its own delivery, and sent again when it returns", async () => {
  const world = await aWorld();
  const { app, ann, bob, user } = world;
  const destination = await sendAsAnn(world);
  await buy(app, user.instance);
  await work(app);
  const [reported] = await rowsOf(app);
  const uid = reported!.event_uid;
  await decideAgain(app, user.id, bob);
  const { previews } = await previewFact(app.project, { fact: "event", id: uid.slice(6) }, new Date(), true);
  expect(previews[0]?.correction).toMatchObject({ fact: "reversal", would: "send" });
  await work(app);
  await work(app);
  expect(sentIn(world)).toEqual([`event ${uid}`, `reversal ${uid}`]);
  // It reveals neither the new affiliate nor their campaign.
  const reversal = world.network.asked[1]!.url.searchParams;
  expect(reversal.get("why")).toBe("reattributed");
  expect(reversal.get("c")).toBe(world.network.asked[0]!.url.searchParams.get("c"));
  const { delivery } = await showDelivery(app.project, reported!.id, false);
  expect(delivery).toMatchObject({ moved_to: 2, corrections: [{ fact: "reversal", state: "sent" }] });
  const back = await showDelivery(app.project, delivery.corrections[0]!.id, false);
  expect(back.delivery).toMatchObject({ corrects: reported!.id, event_uid: `correction:${uid}:2` });
  expect((await reportDeliveries(app.project, destination, new Date())).days).toMatchObject([
    { moved: 1, cancelled: 1 },
  ]);
  await decideAgain(app, user.id, ann);
  await work(app);
  await decideAgain(app, user.id, bob);
  await work(app);
  expect(sentIn(world).slice(2)).toEqual([`event ${uid}:3`, `reversal ${uid}:3`]);
  expect((await rowsOf(app)).map(({ fact, state }) => `${fact} ${state}`)).toEqual([
    "event sent",
    "reversal sent",
    "reinstatement sent",
    "reversal sent",
  ]);
});

test("a conversion that moves to another destination is sent there, and reversed when it leaves", async () => {
  const world = await aWorld();
  const { app, network, ann, bob, user } = world;
  const urls = {
    event_url: `${network.base}/to-bob?id={event_id}`,
    reversal_url: `${network.base}/from-bob?id={event_id}`,
  };
  const input = {
    kind: "affiliate",
    name: "Bob",
    mode: "live" as const,
    settings: { affiliate: "Bob", ...urls },
    secrets: {},
    rules: [rule("event"), rule("install")],
  };
  await createDestination(app.project, input, commandLine, new Date());
  await buy(app, user.instance);
  await work(app);
  expect(sentIn(world)).toEqual([]);
  await decideAgain(app, user.id, bob);
  await work(app);
  await work(app);
  const [reported] = await rowsOf(app);
  expect(reported).toMatchObject({ fact: "event", state: "sent", reason: null });
  expect(sentIn(world)).toEqual([`to-bob ${reported!.event_uid}`]);
  await decideAgain(app, user.id, ann);
  await work(app);
  await work(app);
  expect(sentIn(world).slice(1)).toEqual([`from-bob ${reported!.event_uid}`]);
});

test("a conversion that is attributed again during sending or checking is marked, and checked with the new decision", async () => {
  const world = await aWorld();
  const { app, network, ann, bob, user } = world;
  const of = (name: string) => ({
    kind: "affiliate",
    name,
    mode: "live" as const,
    settings: { affiliate: name, event_url: `${network.base}/to-${name}?id={event_id}` },
    secrets: {},
    rules: [rule("event")],
  });
  for (const name of ["Ann", "Bob"]) await createDestination(app.project, of(name), commandLine, new Date());
  const bobs = await anAttributedUser(app, bob);
  await buy(app, user.instance);
  await buy(app, bobs.instance);
  let isDecided = false;
  let underWay = 0;
  const both = Promise.withResolvers<void>();
  // Ann's event goes to Ann and Bob's to Bob. At the same time Ann's is reassigned to Bob, and Bob's to his other
  // campaign.
  await work(app, 2, async (...call) => {
    if (++underWay === 2) both.resolve();
    await both.promise;
    const answer = await post(...call);
    if (!isDecided) {
      isDecided = true;
      await decideAgain(app, user.id, bob);
      await decideAgain(app, bobs.id, bob);
      await expect
        .poll(() =>
          enqueueFacts(5_000, () => new Date(), app.project.id)
            .then(
              () => sql`
          select from outbox where project_id = ${app.project.id}`,
            )
            .then(({ length }) => length),
        )
        .toBe(0);
    }
    return answer;
  });
  await work(app);
  const rows = await sql<
    { event: string; state: string; moved_to: number | null; decision_version: number }[]
  >`
    select t.name || ' ' || (d.install_instance_id = ${user.instance})::text as event, d.state, d.moved_to,
      d.decision_version
    from deliveries d join destinations t on t.project_id = ${app.project.id} and t.id = d.destination_id
    where d.project_id = ${app.project.id} and d.corrects is null order by 1`;
  expect(rows).toEqual([
    { event: "Ann false", state: "skipped", moved_to: null, decision_version: 2 },
    { event: "Ann true", state: "sent", moved_to: 2, decision_version: 1 },
    { event: "Bob false", state: "sent", moved_to: null, decision_version: 1 },
    { event: "Bob true", state: "sent", moved_to: null, decision_version: 2 },
  ]);
  expect(ann).not.toBe(bob);
});

test("a conversion that moved and returned before it was sent is sent once; another campaign of the same network is no move", async () => {
  const world = await aWorld();
  const { app, ann, bob, user } = world;
  const destination = await sendAsAnn(world);
  await buy(app, user.instance);
  await work(app);
  await pauseDestinationByMember(app.project, destination, commandLine, new Date());
  await decideAgain(app, user.id, bob);
  await work(app);
  await decideAgain(app, user.id, ann);
  await work(app);
  await resumeDestination(app.project, destination, commandLine, new Date());
  await work(app);
  expect(sentIn(world)).toHaveLength(1);
  expect((await rowsOf(app)).slice(1).map(({ reason }) => reason)).toEqual(["superseded", "up_to_date"]);
  const [row] =
    await sql`select moved_to from deliveries where project_id = ${app.project.id} and corrects is null`;
  expect(row!.moved_to).toBeNull();
});

test("a reversal that may have arrived is completed before the conversion is sent again", async () => {
  let isUnavailable = false;
  const world = await aWorld(() => ({ status: isUnavailable ? 503 : 200, body: "" }));
  const { app, ann, bob, user } = world;
  await sendAsAnn(world);
  await buy(app, user.instance);
  await work(app);
  isUnavailable = true;
  await decideAgain(app, user.id, bob);
  await work(app);
  await decideAgain(app, user.id, ann);
  isUnavailable = false;
  await work(app, 5);
  await work(app, 5);
  expect(sentIn(world).map((each) => each.split(" ")[0])).toEqual(["event", "reversal", "reversal", "event"]);
});

test("an interrupted reversal is completed, and then the conversion is sent again", async () => {
  const world = await aWorld();
  const { app, ann, bob, user } = world;
  await sendAsAnn(world);
  await buy(app, user.instance);
  await work(app);
  await decideAgain(app, user.id, bob);
  // The call arrives, but the process ends before it stores the result.
  await work(app, 2, async (...call) => {
    await post(...call);
    throw new Error("killed");
  });
  await decideAgain(app, user.id, ann);
  await work(app);
  await work(app);
  expect(sentIn(world).map((each) => each.split(" ")[0])).toEqual(["event", "reversal", "reversal", "event"]);
});

test("a refunded conversion is not reversed again, and one rejected for fraud is", async () => {
  const world = await aWorld();
  const { app, bob, user } = world;
  const refund_url = `${world.network.base}/refund?id={event_id}`;
  await sendAsAnn(world, { refund_url });
  const payment = { token: "", user_id: user.userId, type: "ONE_TIME", status: "PAYMENT_COMPLETED" } as const;
  for (const payment_id of ["p1", "p2"])
    await capturePayment(
      app.project,
      { ...payment, payment_id, amount: 5 },
      { userAgent: null, now: new Date() },
    );
  await work(app);
  await removePayments(app.project.id, { paymentId: "p1" }, new Date());
  await work(app);
  await decideAgain(app, user.id, bob);
  await sql`
    update decisions set reason = 'fraud', campaign_id = null, flags = '{click_flood}'
    where project_id = ${app.project.id} and version = 2`;
  await work(app);
  expect(sentIn(world).slice(2)).toEqual(["refund refund:p1", "reversal payment:p2"]);
  expect(world.network.asked.at(-1)!.url.searchParams.get("why")).toBe("click_flood");
  expect((await rowsOf(app)).find(({ event_uid }) => event_uid === "correction:payment:p1:2")).toMatchObject({
    state: "skipped",
    reason: "already_refunded",
  });
});

test("Google receives the value zero for a conversion that moved away, and the value again when it returns", async () => {
  const google = googleNetwork({
    token: "ya29",
    account: "1234567890",
    now: new Date(Date.now() + 86_400_000),
  });
  const world = await aWorld(google);
  const { app, ann, bob, user, network } = world;
  completeEnv({
    OUTBOUND_URLS: ["google", "google_token"]
      .map((name) => `${name}=${encodeURIComponent(network.base + (name === "google" ? "" : "/token"))}`)
      .join(","),
  });
  await sql`update decisions set network = 'GOOGLE' where project_id = ${app.project.id}`;
  await sql`update users set email = 'ann@example.com' where project_id = ${app.project.id}`;
  const only = { only_own: true, value: { from: "fixed", amount: 3, currency: "EUR" }, sends: "44" };
  const input = {
    kind: "google",
    name: "Google",
    mode: "live" as const,
    settings: { customer_id: "1234567890", conversion_action: "11", client_id: "c" },
    secrets: { client_secret: "s", refresh_token: "r" },
    rules: [rule("event", only)],
  };
  await createDestination(app.project, input, commandLine, new Date());
  await buy(app, user.instance);
  await work(app);
  await decideAgain(app, user.id, bob, "META");
  await work(app);
  await decideAgain(app, user.id, ann, "GOOGLE");
  await work(app);
  const events = network.asked.flatMap(
    ({ body }) => (parsedJson(body) as { events?: Record<string, unknown>[] } | null)?.events ?? [],
  );
  expect(events.map((each) => [each.conversionValue, each.destinationReferences])).toEqual([
    [3, ["44"]],
    [0, ["44"]],
    [3, ["44"]],
  ]);
  expect(new Set(events.map(({ transactionId }) => transactionId)).size).toBe(1);
});
