import { z } from "zod";
import { attributionDataBody } from "@/lib/facts/app-calls/schema";
import { attributionData } from "@/lib/facts/installs/attribution-data";
import { attributionDataRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const data = z.object({
  deeplink: z.string(),
  campaign_data: z
    .object({
      id: z.string(),
      name: z.string(),
      type: z.string(),
      ad_network: z.string(),
      group_name: z.string(),
      asset_group_name: z.string(),
      asset_name: z.string(),
      installed_at: z.string(),
      store_click_at: z.string(),
    })
    .nullable(),
  attribution_source: z.string(),
  is_guess: z.boolean().optional().meta({
    description:
      "True if the match is probabilistic. The `deeplink` may then come from another person's click, so show nothing personal with it.",
  }),
  retry_after_ms: z
    .number()
    .int()
    .optional()
    .meta({ description: "Until the install is attributed: when to poll again." }),
});

const post = defineRoute(attributionDataRoute, {
  summary: "Get the install's attribution",
  description:
    'Safe to poll: `attribution_source` is "PENDING" until the install is attributed, and `retry_after_ms` is the time until the next poll. After that, responses are cached for 24 hours, unless new evidence (such as `device_data` sent here) or a member changes the attribution. Dates have no milliseconds.',
  tag: "Start and attribution",
  contract: true,
  body: attributionDataBody,
  example: { token: "ct_yourProjectsToken", install_instance_id: "a-uuid-of-this-install" },
  answers: { 200: { msg: "Attribution data retrieved successfully!", data } },
  async handle({ caller, call, body }) {
    return ok(
      "Attribution data retrieved successfully!",
      await attributionData(caller.project, body, { userAgent: call.header("user-agent"), now: call.now }),
    );
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/attribution-data", {
  POST: post,
});
