import { serverKeyActor } from "@/lib/accounts/audit/actor";
import { removedById } from "@/lib/base/fields";
import { tableRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { oneTest, testInput, testParams } from "@/lib/reporting/incrementality/schema";
import { changeTest, removeTest, showTest } from "@/lib/reporting/incrementality/tests";

const unknown = { msg: "Not found." };

const get = defineRoute(tableRoute, {
  summary: "Read an incrementality test",
  tag: "Incrementality",
  params: testParams,
  answers: { 200: { msg: "Incrementality test.", data: oneTest }, 404: unknown },
  handle: async ({ caller: { project }, call, params: { id } }) =>
    ok("Incrementality test.", await showTest(project, id, call.now)),
});

const put = defineRoute(tableRoute, {
  summary: "Change an incrementality test",
  description: "All fields are replaced.",
  tag: "Incrementality",
  params: testParams,
  body: testInput,
  example: {
    title: "Meta in Germany",
    kind: "pause_regions",
    network: "META",
    countries: ["DE"],
    starts_on: "2026-07-01",
    ends_on: "2026-07-28",
  },
  answers: { 200: { msg: "Saved.", data: oneTest }, 404: unknown },
  async handle({ caller: { project, keyPrefix }, call, params: { id }, body }) {
    return ok("Saved.", await changeTest(project, id, body, serverKeyActor(keyPrefix), call.now));
  },
});

const remove = defineRoute(tableRoute, {
  summary: "Remove an incrementality test",
  tag: "Incrementality",
  params: testParams,
  answers: { 200: { msg: "Incrementality test removed.", data: removedById }, 404: unknown },
  async handle({ caller: { project, keyPrefix }, params: { id } }) {
    return ok("Incrementality test removed.", await removeTest(project, id, serverKeyActor(keyPrefix)));
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/incrementality/:id", {
  GET: get,
  PUT: put,
  DELETE: remove,
});
