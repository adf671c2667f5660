import { z } from "zod";
import { Refusal } from "@/lib/base/refusal";
import { captureAdRevenue } from "@/lib/facts/ad-revenue/capture";
import { serverAdRevenueBody, unknownAdCurrencyText } from "@/lib/facts/ad-revenue/schema";
import { identityRequired, requireIdentity } from "@/lib/facts/app-calls/schema";
import { dataRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { idempotencyKey } from "@/lib/platform/http/idempotency";
import { createdReply } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const stored = "Ad revenue stored.";
const unknown = "No registered install or identified user has this ID. The ad revenue was not stored.";

const post = defineRoute(dataRoute, {
  summary: "Report ad revenue",
  description:
    "Ad revenue reported by your server instead of the app: `capture-ad-revenue` with a server key. Send `user_id`, `install_instance_id`, or both. For revenue that a network reports by user, send the sum with its number of `impressions`. The first call with an `impression_id` (or `Idempotency-Key` header) counts, no matter whether the app or your server sent it.",
  tag: "Server events",
  body: serverAdRevenueBody,
  example: {
    user_id: "user-42",
    amount: 0.0421,
    currency: "USD",
    impressions: 17,
    network: "AppLovin",
    precision: "ESTIMATED",
    impression_id: "report-2026-11-27-000042",
  },
  answers: {
    201: { msg: stored, data: z.object({ message: z.enum([stored, unknownAdCurrencyText]) }) },
    400: { msg: identityRequired },
    404: { msg: unknown },
  },
  async handle({ caller, call, body }) {
    requireIdentity(body);
    const impression_id = body.impression_id ?? idempotencyKey(call);
    // The user agent belongs to a server, so it does not show the user's platform.
    const context = { source: "server", userAgent: null, now: call.now } as const;
    const outcome = await captureAdRevenue(caller.project, { ...body, impression_id }, context);
    if (outcome === "unidentified") throw new Refusal("install_not_found", unknown);
    return createdReply(stored, { message: body.currency === null ? unknownAdCurrencyText : stored });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/ad-revenue", {
  POST: post,
});
