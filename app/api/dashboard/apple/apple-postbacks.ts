import { z } from "zod";
import { listRoutes } from "@/app/api/dashboard/lists/list-routes";
import { actorOf } from "@/lib/accounts/audit/actor";
import { appleFiguresSql, applePostbackFigures } from "@/lib/apple/figures/figures";
import { appleFigures, appleFiguresQuery } from "@/lib/apple/figures/schema";
import { applePostbackList } from "@/lib/apple/list/list";
import { importPostbacks } from "@/lib/apple/postbacks/import";
import { saveAppleSetup, showAppleSetup } from "@/lib/apple/postbacks/setup";
import {
  appleCheck,
  appleSetup,
  checkInput,
  imported,
  importInput,
  maxImportBytes,
  onePostback,
  setupInput,
} from "@/lib/apple/postbacks/setup-schema";
import { showPostback, verifyAgain } from "@/lib/apple/postbacks/show";
import { Refusal } from "@/lib/base/refusal";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { estimateIos, iosEstimateSql } from "@/lib/reporting/ios/estimate";
import { iosEstimate, iosEstimateQuery } from "@/lib/reporting/ios/schema";
import { shownSql } from "@/lib/reporting/shown-sql/schema";
import { checkPostbackPaths } from "@/lib/traffic/domain-check/apple-postbacks";

const params = z.object({ project: z.string(), postback: z.string() });
const tag = "Apple postbacks";
const sqlText = "The Query page runs it, and so does a SQL role of the project in the database.";

export const applePostbacksRoutes = {
  ...listRoutes("/projects/:project/apple-postbacks", applePostbackList, {
    action: "activity.read",
    description: "Received copies of Apple's postbacks, with the result of their signature check.",
  }),
  "/projects/:project/apple-postbacks/figures": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get Apple's counts by network, source and campaign",
      description: "Counts each verified postback once. No other report includes them.",
      tag,
      query: appleFiguresQuery,
      answers: {
        200: { msg: "Apple's figures.", data: appleFigures },
        422: { description: "The dates are not valid, in the wrong order, or too far apart." },
      },
      handle: async ({ caller, query, call }) =>
        ok("Apple's figures.", await applePostbackFigures(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/apple-postbacks/estimate": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Estimate iOS installs from known installs and Apple's counts",
      description:
        "By install day. Each estimate has a range and its parts. No other report and no export includes it.",
      tag,
      query: iosEstimateQuery,
      answers: {
        200: { msg: "Estimated iOS figures.", data: iosEstimate },
        422: { description: "The dates are not valid, in the wrong order, or too far apart." },
      },
      handle: async ({ caller, query, call }) =>
        ok("Estimated iOS figures.", await estimateIos(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/apple-postbacks/figures/sql": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get the SQL that returns Apple's counts",
      description: sqlText,
      tag,
      query: appleFiguresQuery,
      answers: {
        200: { msg: "SQL.", data: shownSql },
        422: { description: "The dates are not valid, in the wrong order, or too far apart." },
      },
      handle: ({ caller, query, call }) => ok("SQL.", appleFiguresSql(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/apple-postbacks/estimate/sql": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get the SQL of the counts behind the iOS estimate",
      description: sqlText,
      tag,
      query: iosEstimateQuery,
      answers: {
        200: { msg: "SQL.", data: shownSql },
        422: { description: "The dates are not valid, in the wrong order, or too far apart." },
      },
      handle: ({ caller, query, call }) => ok("SQL.", iosEstimateSql(caller.project, query, call.now)),
    }),
  },
  "/projects/:project/apple-postbacks/setup": {
    GET: defineRoute(projectRoute("conversions.read"), {
      summary: "Get the apps that receive postbacks and the names of networks and sources",
      tag,
      answers: { 200: { msg: "Setup.", data: appleSetup } },
      handle: async ({ caller, call }) => ok("Setup.", await showAppleSetup(caller.project, call.now)),
    }),
    PUT: defineRoute(
      { ...projectRoute("conversions.write"), bodyLimit: 512 * 1024 },
      {
        summary: "Change the apps' domain, the names of networks, and the campaigns of sources",
        tag,
        body: setupInput,
        answers: { 200: { msg: "Saved.", data: z.null() } },
        async handle({ caller, body, call }) {
          await saveAppleSetup(caller.project, body, actorOf(caller.member), call.now);
          return ok("Saved.", null);
        },
      },
    ),
  },
  "/projects/:project/apple-postbacks/check": {
    POST: defineRoute(projectRoute("conversions.write"), {
      summary: "Check whether Apple's postbacks to a domain arrive here",
      tag,
      body: checkInput,
      answers: { 200: { msg: "Checked.", data: appleCheck } },
      async handle({ body }) {
        if (body.domain === null)
          throw new Refusal("invalid_request", "Enter a domain.", {
            fields: { domain: "Enter a domain, such as example.com." },
          });
        return ok("Checked.", await checkPostbackPaths(body.domain));
      },
    }),
  },
  "/projects/:project/apple-postbacks/import": {
    POST: defineRoute(
      // Within the body each quotation mark takes two bytes.
      { ...projectRoute("conversions.write"), bodyLimit: 2 * maxImportBytes, deadlineMs: 60_000 },
      {
        summary: "Import postbacks that another service received",
        description:
          "JSON: one postback per line, or a list. A postback may be in `postback` next to `received_at`. Cairn verifies them like received ones, and the response has a result per line.",
        tag,
        body: importInput,
        answers: { 200: { msg: "Imported.", data: imported } },
        handle: async ({ caller, body, call }) =>
          ok(
            "Imported.",
            await importPostbacks(caller.project, body.text, actorOf(caller.member), { now: call.now }),
          ),
      },
    ),
  },
  "/projects/:project/apple-postbacks/:postback": {
    GET: defineRoute(projectRoute("activity.read"), {
      summary: "Get a postback with its signed and unsigned fields, its meaning and its JSON",
      tag,
      params,
      answers: { 200: { msg: "Postback.", data: onePostback }, 404: { msg: "Not found." } },
      handle: async ({ caller, params }) =>
        ok("Postback.", await showPostback(caller.project, params.postback)),
    }),
  },
  "/projects/:project/apple-postbacks/:postback/verify": {
    POST: defineRoute(projectRoute("conversions.write"), {
      summary: "Verify a postback again with the current keys",
      tag,
      params,
      answers: { 200: { msg: "Verified again.", data: onePostback }, 404: { msg: "Not found." } },
      handle: async ({ caller, params }) =>
        ok("Verified again.", await verifyAgain(caller.project, params.postback)),
    }),
  },
};
