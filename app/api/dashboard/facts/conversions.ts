import { actorOf } from "@/lib/accounts/audit/actor";
import { changeConversions } from "@/lib/apple/conversion-values/change";
import { previewConversions } from "@/lib/apple/conversion-values/preview";
import {
  conversionInput,
  conversionPreview,
  conversionSaved,
  conversions,
  previewInput,
} from "@/lib/apple/conversion-values/schema";
import { showConversions } from "@/lib/apple/conversion-values/show";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const conversionsRoutes = {
  "/projects/:project/conversions": {
    GET: defineRoute(projectRoute("conversions.read"), {
      summary: "Get the current conversion schema and earlier versions",
      tag: "Conversion values",
      answers: { 200: { msg: "Conversion schema.", data: conversions } },
      handle: async ({ caller, call }) =>
        ok("Conversion schema.", await showConversions(caller.project, call.now)),
    }),
    PUT: defineRoute(projectRoute("conversions.write"), {
      summary: "Publish a new version of the conversion schema",
      tag: "Conversion values",
      body: conversionInput,
      answers: {
        200: { msg: "Conversion schema saved.", data: conversionSaved },
        409: { msg: "Someone else changed the schema in the meantime. Reload it and try again." },
      },
      handle: async ({ caller, body, call }) =>
        ok(
          "Conversion schema saved.",
          await changeConversions(caller.project, body, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/projects/:project/conversions/preview": {
    POST: defineRoute(projectRoute("conversions.read"), {
      summary: "Preview conversion values for the installs of the last month",
      tag: "Conversion values",
      body: previewInput,
      answers: { 200: { msg: "Preview.", data: conversionPreview } },
      handle: async ({ caller, body, call }) =>
        ok("Preview.", await previewConversions(caller.project, body.rules, call.now)),
    }),
  },
};
