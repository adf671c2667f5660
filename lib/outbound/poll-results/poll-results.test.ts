import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv, env } from "@/lib/base/env";
import { captureEvent } from "@/lib/facts/events/capture";
import { deliveriesList, reportDeliveries, showDelivery } from "@/lib/outbound/deliveries/deliveries";
import { deliverySchema } from "@/lib/outbound/deliveries/schema";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { enqueueFacts } from "@/lib/outbound/enqueue/enqueue";
import { outboundRule } from "@/lib/outbound/mapping/rule";
import { pollResults } from "@/lib/outbound/poll-results/run";
import { defaultDependencies, sendDue } from "@/lib/outbound/send/run";
import { aCampaign, anAttributedUser, aProject } from "@/testing/factories";
import { aNetwork } from "@/testing/networks/fake";
import { googleNetwork } from "@/testing/networks/google";

const hour = 3_600_000;
const resultOf = (action: string, requestStatus: string, more: object = {}) => ({
  destination: { productDestinationId: action },
  requestStatus,
  eventsIngestionStatus: { recordCount: "2" },
  ...more,
});
const errorInfo = { errorCounts: [{ recordCount: "1", reason: "PROCESSING_ERROR_REASON_INVALID_GCLID" }] };

/** Two conversions in one request, each for a different conversion action. */
async function aSentRequest(statuses: Record<string, unknown>[][]) {
  const app = await aProject();
  const now = new Date();
  const google = googleNetwork({
    token: "ya29",
    account: "1234567890",
    now: new Date(now.getTime() + hour),
    statuses,
  });
  const network = await aNetwork(google);
  completeEnv({
    OUTBOUND_ALLOW: [...env.OUTBOUND_ALLOW, new URL(network.base).host].join(","),
    OUTBOUND_URLS: [
      `google=${encodeURIComponent(network.base)}`,
      `google_token=${encodeURIComponent(`${network.base}/token`)}`,
    ].join(","),
  });
  const campaign = await aCampaign(app);
  const { instance } = await anAttributedUser(app, campaign.id, { email: "ann@example.com" });
  const rule = (name: string, sends: string) =>
    outboundRule.parse({ on: "event", name, sends, value: { from: "none" } });
  const input = {
    kind: "google",
    name: "Google",
    mode: "live" as const,
    settings: { customer_id: "1234567890", conversion_action: "11", client_id: "c" },
    secrets: { client_secret: "s", refresh_token: "r" },
    rules: [rule("a", "11"), rule("b", "22")],
  };
  const { destination } = await createDestination(app.project, input, commandLine, now);
  for (const event_name of ["a", "b"])
    await captureEvent(
      app.project,
      { token: "", event_name, event_data: {}, install_instance_id: instance },
      { userAgent: null, now },
    );
  const rows = () => sql<{ id: string; state: string; sent_as: string }[]>`
    select id, state, sent_as from deliveries where project_id = ${app.project.id} order by sent_as, id`;
  const count = async () => {
    await enqueueFacts(5_000, () => new Date(), app.project.id);
    return (await rows()).length;
  };
  await expect.poll(count, { interval: 20 }).toBe(2);
  const sentAt = new Date(Date.now() + 1_000);
  await sendDue(
    5_000,
    defaultDependencies(() => sentAt),
    app.project.id,
  );
  const queryAt = (hours: number) =>
    pollResults(
      5_000,
      defaultDependencies(() => new Date(sentAt.getTime() + hours * hour)),
      app.project.id,
    );
  const show = async (n: number) => (await showDelivery(app.project, (await rows())[n]!.id, false)).delivery;
  return { app, network, destination, queryAt, show };
}

const questions = ({ network }: Awaited<ReturnType<typeof aSentRequest>>) =>
  network.asked.filter(({ method }) => method === "GET").length;

test("the result of a request is polled half an hour after it was accepted, until each part has one", async () => {
  const world = await aSentRequest([
    [resultOf("11", "SUCCESS"), resultOf("22", "PROCESSING")],
    [resultOf("11", "FAILED"), resultOf("22", "PARTIAL_SUCCESS", { errorInfo })],
  ]);
  const { app, destination, queryAt, show } = world;
  await queryAt(0.4);
  expect(questions(world)).toBe(0);
  expect((await show(0)).answered).toMatchObject({ state: "pending", answered_at: null });
  await queryAt(0.6);
  await queryAt(0.7);
  expect(questions(world)).toBe(1);
  expect((await show(1)).answered).toMatchObject({ state: "pending", next_at: expect.any(String) });
  await queryAt(1.3);
  await queryAt(30);
  expect(questions(world)).toBe(2);
  // A result keeps its first value.
  expect((await show(0)).answered).toMatchObject({ state: "accepted", next_at: null });
  expect(await show(1)).toMatchObject({
    state: "sent",
    network_answer: "partly_refused",
    answered: { records: 2, errors: [{ reason: "INVALID_GCLID", count: 1 }], next_at: null },
  });
  expect(await reportDeliveries(app.project, destination.id, new Date())).toMatchObject({
    days: [{ states: { sent: 2 }, answers: { accepted: 1, partly_refused: 1 } }],
    errors: [{ reason: "INVALID_GCLID", count: 1 }],
  });
  const { deliveries: found } = await deliveriesList.page(
    app.project,
    deliverySchema.query.parse({ answer: "partly_refused" }),
  );
  expect(found.map(({ sent_as }) => sent_as)).toEqual(["22"]);
});

test("a request without a result is given up after a day, and marked", async () => {
  const world = await aSentRequest(Array.from({ length: 9 }, () => [resultOf("11", "PROCESSING")]));
  for (const hours of [0.6, 1.3, 3, 6, 12, 24.1, 40]) await world.queryAt(hours);
  expect(questions(world)).toBe(6);
  // Neither conversions still in progress nor those missing from Google's results.
  for (const n of [0, 1])
    expect((await world.show(n)).answered).toMatchObject({ state: "unknown", next_at: null });
});

test("a request that Google does not know any more is not polled again", async () => {
  const world = await aSentRequest([]);
  await sql`update network_requests set request = 'gone' where project_id = ${world.app.project.id}`;
  await world.queryAt(0.6);
  await world.queryAt(2);
  expect(questions(world)).toBe(1);
  const [row] =
    await sql`select distinct state, problem from network_requests where project_id = ${world.app.project.id}`;
  expect(row).toEqual({ state: "unknown", problem: expect.stringContaining("NOT_FOUND") });
});
