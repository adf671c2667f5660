import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv, env } from "@/lib/base/env";
import { addAudience, listAudienceRuns } from "@/lib/outbound/audiences/manage/audiences";
import { pollAudienceResults } from "@/lib/outbound/audiences/results/poll";
import { syncProjectAudiences } from "@/lib/outbound/audiences/run/run";
import { audienceInput } from "@/lib/outbound/audiences/schema";
import { aCampaign, anAttributedUser, aProject } from "@/testing/factories";
import { aNetwork, type FakeRequest, type FakeResponse } from "@/testing/networks/fake";

const hourMs = 3_600_000;

type Status = Record<string, unknown>;
const processing = { requestStatus: "PROCESSING" };
const errors = { errorCounts: [{ recordCount: "1", reason: "PROCESSING_ERROR_REASON_INVALID_EMAIL" }] };
const partial = {
  requestStatus: "PARTIAL_SUCCESS",
  errorInfo: errors,
  audienceMembersIngestionStatus: { userDataIngestionStatus: { recordCount: "2" } },
};

/** An audience of two people at Google, whose request is accepted, and then has these statuses one after the other. */
async function anAcceptedRequest(
  statuses: (Status | "unknown" | "unavailable")[],
  during: (project: number) => Promise<unknown> = async () => {},
) {
  const app = await aProject();
  const polls: string[] = [];
  const answer = async ({ method, url }: FakeRequest): Promise<FakeResponse> => {
    if (url.pathname === "/token") return { status: 200, body: { access_token: "ya29", expires_in: 3_600 } };
    if (method === "POST") return { status: 200, body: { requestId: "request-1" } };
    polls.push(url.searchParams.get("requestId") ?? "");
    await during(app.project.id);
    const status = statuses.shift() ?? processing;
    if (status === "unknown") return { status: 404, body: { error: { status: "NOT_FOUND" } } };
    if (status === "unavailable") return { status: 503, body: "" };
    const destination = { productDestinationId: "33" };
    return { status: 200, body: { requestStatusPerDestination: [{ destination, ...status }] } };
  };
  const network = await aNetwork(answer);
  completeEnv({
    OUTBOUND_ALLOW: [...env.OUTBOUND_ALLOW, new URL(network.base).host].join(","),
    OUTBOUND_URLS: [
      `google=${encodeURIComponent(network.base)}`,
      `google_token=${encodeURIComponent(`${network.base}/token`)}`,
    ].join(","),
  });
  const campaign = await aCampaign(app);
  for (const name of ["a", "b"]) await anAttributedUser(app, campaign.id, { email: `${name}@example.com` });
  const input = audienceInput.parse({
    ...{ title: "Payers", conditions: {}, kind: "google_contacts", on: true },
    settings: { customer_id: "1234567890", list_id: "33", client_id: "c" },
    secrets: { client_secret: "s", refresh_token: "r" },
  });
  const { audience } = await addAudience(app.project, input, commandLine, new Date());
  const runs = async () => (await listAudienceRuns(app.project, audience.id, new Date())).runs;
  // The run that the new audience has started, or this one.
  await syncProjectAudiences(
    app.project.id,
    () => false,
    () => new Date(),
  );
  await expect.poll(async () => (await runs())[0]?.state, { interval: 10 }).toBe("done");
  const sentAt = Date.now();
  const pollAt = (hours: number) => pollAudienceResults(60_000, () => new Date(sentAt + hours * hourMs));
  return { app, polls, pollAt, run: async () => (await runs())[0]! };
}

test("the result of a request is polled from half an hour on until it is known, and a partial rejection is shown", async () => {
  const { polls, pollAt, run } = await anAcceptedRequest([processing, "unavailable", partial]);
  expect(await run()).toMatchObject({ added: 2, problem: null, results: { pending: 1, errors: [] } });
  await pollAt(0.4);
  expect(polls).toEqual([]);
  await pollAt(0.6);
  await pollAt(0.7);
  expect(polls).toEqual(["request-1"]);
  expect(await run()).toMatchObject({ problem: null, results: { pending: 1 } });
  await pollAt(2);
  await pollAt(6);
  await pollAt(30);
  expect(polls).toHaveLength(3);
  expect(await run()).toMatchObject({
    state: "done",
    problem:
      "Google Customer Match, contact data rejected members of 1 request after it had accepted them: INVALID_EMAIL (1).",
    results: {
      ...{ pending: 0, accepted: 0, partly_refused: 1, refused: 0, unknown: 0 },
      errors: [{ reason: "INVALID_EMAIL", count: 1 }],
    },
  });
});

test("an accepted request has no problem; one without a result after a day, or that Google does not know, is marked", async () => {
  const accepted = await anAcceptedRequest([{ requestStatus: "SUCCESS" }]);
  await accepted.pollAt(0.6);
  expect(await accepted.run()).toMatchObject({ problem: null, results: { accepted: 1, pending: 0 } });

  const silent = await anAcceptedRequest([]);
  for (const hours of [0.6, 2, 5, 10, 24.1, 60]) await silent.pollAt(hours);
  expect(await silent.run()).toMatchObject({
    problem: "Google Customer Match, contact data did not report the result of 1 request within a day.",
    results: { unknown: 1, pending: 0 },
  });

  const forgotten = await anAcceptedRequest(["unknown"]);
  await forgotten.pollAt(0.6);
  await forgotten.pollAt(2);
  expect(forgotten.polls).toHaveLength(1);
  expect(await forgotten.run()).toMatchObject({ results: { unknown: 1 } });
});

test("requests that a run sends while others are polled stay pending", async () => {
  const more = { request: "request-2", change: "add", members: 1, accepted_at: new Date().toISOString() };
  const added = JSON.stringify([{ ...more, polls: 0, state: "pending", errors: [], problem: null }]);
  const { pollAt, run } = await anAcceptedRequest(
    [{ requestStatus: "SUCCESS" }],
    (project) => sql`
      update audience_runs set results = results || ${added}::text::jsonb where project_id = ${project}`,
  );
  await pollAt(0.6);
  expect(await run()).toMatchObject({ results: { accepted: 1, pending: 1 } });
  await pollAt(2);
  expect(await run()).toMatchObject({ results: { accepted: 1 } });
});
