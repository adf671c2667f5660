import type { ServerCaller } from "@/lib/accounts/access/callers";
import { serverKeyActor } from "@/lib/accounts/audit/actor";
import { tableRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { recordSpend } from "@/lib/spend/record";
import { spendBody, spendStored } from "@/lib/spend/schema";

/** All rows sent with one key belong to one import. */
function teller({ project, keyPrefix }: ServerCaller) {
  const by = serverKeyActor(keyPrefix);
  const audit = { account: project.accountId, by };
  return {
    kind: "KEY",
    sourceKey: keyPrefix,
    name: `Server key ${keyPrefix}`,
    createdBy: by.name,
    audit,
  } as const;
}

const post = defineRoute(tableRoute, {
  summary: "Import spend",
  description:
    "Ad costs per day and campaign, optionally per ad set, ad, keyword, platform and country: up to 500 rows per call, all stored or none. A new amount replaces the one before, so it is safe to repeat. A row without a platform or country covers all of them: it replaces their rows of the same day and part, and a later row with one replaces it. Rows of one call complement each other, so send all rows of a day and part in one call. No future days, and no two different amounts for the same row. Amounts in other currencies need an exchange rate for their day.",
  tag: "Spend",
  body: spendBody,
  example: {
    rows: [
      {
        date: "2026-06-01",
        campaign: "summer-sale",
        ad_set_id: "17",
        ad_set_name: "Hikers",
        platform: "IOS",
        country: "DE",
        amount: 42.5,
      },
    ],
  },
  answers: {
    200: { msg: "Spend stored.", data: spendStored },
    400: { msg: "The project has no campaign with this ID." },
    409: { msg: "Another spend upload is in progress. Please try again." },
  },
  async handle({ caller, call, body }) {
    return ok("Spend stored.", await recordSpend(caller.project, body.rows, teller(caller), call.now));
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/spend", { POST: post });
