import { z } from "zod";
import { Refusal } from "@/lib/base/refusal";
import { captureCallback } from "@/lib/facts/ad-revenue/callback";
import { adRevenueCallback } from "@/lib/facts/ad-revenue/callback-schema";
import { callbackRoute } from "@/lib/gateway/callback-route";
import { endpoint } from "@/lib/platform/http/endpoint";
import { createdReply } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const stored = "Ad revenue stored.";
const unknown = "No registered install or identified user has this ID. The ad revenue was not stored.";

const get = defineRoute(callbackRoute("ad_revenue", "ad-revenue"), {
  summary: "Receive ad revenue from a mediation",
  description:
    "For mediations that call a URL for each impression, such as AppLovin MAX. Create a server key with the permission \"Ad revenue callbacks\", put it into the URL's path, and the mediation's macros into its query. A macro that the mediation leaves unfilled, such as `{IDFA}`, counts as missing. Without `install_instance_id` and `user_id`, the install is found by `device_id`. Rejected calls are listed in the debugger.",
  tag: "Ad revenue callbacks",
  params: z.object({
    key: z.string().meta({
      description: 'A server key with the permission "Ad revenue callbacks".',
      example: "cairn_yourServerKey",
    }),
  }),
  query: adRevenueCallback,
  exampleQuery: {
    user_id: "user-42",
    device_id: "38400000-8cf0-11bd-b23e-10b96e40000d",
    amount: "0.00123",
    currency: "USD",
    network: "AppLovin",
    impression_id: "19017d954ffcded6",
  },
  answers: {
    201: { msg: stored, data: z.object({ message: z.literal(stored) }) },
    400: { description: "A parameter is missing or not valid." },
    404: { msg: unknown },
  },
  async handle({ caller, call, query }) {
    const outcome = await captureCallback(caller.project, query, call.now);
    if (outcome === "unidentified") throw new Refusal("install_not_found", unknown);
    return createdReply(stored, { message: stored });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/callbacks/ad-revenue/:key", {
  GET: get,
});
