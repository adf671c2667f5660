import { z } from "zod";
import { campaignWriteRoute } from "@/lib/access/routes";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { recordSpend } from "@/lib/spend/record";
import { spendBody } from "@/lib/spend/schema";

const post = defineRoute(campaignWriteRoute, {
  summary: "Tell what ads cost",
  description:
    "Per day and campaign, or a part of it. Telling the same again changes nothing; another amount replaces the one before. An amount in another currency needs an exchange rate in the project's settings.",
  tag: "Spend",
  body: spendBody,
  answers: {
    200: { msg: "Spend stored.", data: z.object({ rows: z.number() }) },
    400: { msg: "No campaign of the project has this id." },
    409: { msg: "Another upload of spend is under way. Please try again." },
  },
  async handle({ caller, call, body }) {
    return ok(
      "Spend stored.",
      await recordSpend(caller.project, body.rows, `server key ${caller.keyPrefix}`, call.now),
    );
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/spend", { POST: post });
