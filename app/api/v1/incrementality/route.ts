import { serverKeyActor } from "@/lib/accounts/audit/actor";
import { tableRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { oneTest, testInput, testList } from "@/lib/reporting/incrementality/schema";
import { addTest, listTests } from "@/lib/reporting/incrementality/tests";

const get = defineRoute(tableRoute, {
  summary: "List incrementality tests",
  description: "The latest first.",
  tag: "Incrementality",
  answers: { 200: { msg: "Incrementality tests.", data: testList } },
  handle: async ({ caller: { project }, call }) =>
    ok("Incrementality tests.", await listTests(project, call.now)),
});

const post = defineRoute(tableRoute, {
  summary: "Add an incrementality test",
  description:
    "A test compares countries in which a network was paused or started with others. Cairn does not change the network: pause it there.",
  tag: "Incrementality",
  body: testInput,
  example: {
    title: "Meta in Germany and France",
    kind: "pause_regions",
    network: "META",
    kpi: "installs",
    countries: ["DE", "FR"],
    starts_on: "2026-07-01",
    ends_on: "2026-07-28",
    confidence: 90,
  },
  answers: {
    201: { msg: "Incrementality test added.", data: oneTest },
    409: { description: "The project has 100 tests." },
  },
  async handle({ caller: { project, keyPrefix }, call, body }) {
    const added = await addTest(project, body, serverKeyActor(keyPrefix), call.now);
    return createdReply("Incrementality test added.", added);
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/incrementality", {
  GET: get,
  POST: post,
});
