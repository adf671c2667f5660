import { z } from "zod";
import { captureAdRevenue } from "@/lib/facts/ad-revenue/capture";
import { captureAdRevenueBody, unknownAdCurrencyText } from "@/lib/facts/ad-revenue/schema";
import { recordUnstored } from "@/lib/facts/rejections/reject";
import { clientRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { idempotencyKey } from "@/lib/platform/http/idempotency";
import { createdReply, discarded } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const received = "Ad revenue received!";
const unregistered = "The install is not registered yet; call init first. The ad revenue was not stored.";

const post = defineRoute(clientRoute, {
  summary: "Track ad revenue",
  description:
    "The revenue of an ad impression, as the ad SDK reports it to the app. Counted apart from payments, from `init` on; users need not be identified. An unregistered install's call is discarded; the response then has the header `Cairn-Stored: false`. Repeats with the same `impression_id` (or `Idempotency-Key` header) count once.",
  tag: "Events and payments",
  body: captureAdRevenueBody,
  example: {
    token: "ct_yourProjectsToken",
    install_instance_id: "a-uuid-of-this-install",
    amount: 0.00123,
    currency: "USD",
    network: "AppLovin",
    placement: "level_end",
    ad_unit: "ad0123456789abcd",
    ad_format: "REWARDED",
    precision: "exact",
    impression_id: "impression-1",
  },
  answers: {
    201: {
      msg: received,
      data: z.object({ message: z.enum([received, unregistered, unknownAdCurrencyText]) }),
    },
  },
  async handle({ caller, call, body }) {
    const context = { source: "app", userAgent: call.header("user-agent"), now: call.now } as const;
    const impression_id = body.impression_id ?? idempotencyKey(call);
    const outcome = await captureAdRevenue(caller.project, { ...body, impression_id }, context);
    if (outcome === "unidentified") {
      recordUnstored(caller.project.id, "capture-ad-revenue", unregistered, call);
      return discarded(createdReply(received, { message: unregistered }));
    }
    return createdReply(received, { message: body.currency === null ? unknownAdCurrencyText : received });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/capture-ad-revenue", {
  POST: post,
});
