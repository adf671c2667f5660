import { serverKeyActor } from "@/lib/accounts/audit/actor";
import { tableRoute } from "@/lib/gateway/routes";
import { runAudienceNow } from "@/lib/outbound/audiences/manage/audiences";
import { audienceParams, oneAudience } from "@/lib/outbound/audiences/schema";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const post = defineRoute(tableRoute, {
  summary: "Run an audience now",
  tag: "Audiences",
  params: audienceParams,
  answers: {
    200: { msg: "The run has started.", data: oneAudience },
    404: { msg: "Not found." },
    409: { msg: "This audience is already running." },
  },
  async handle({ caller: { project, keyPrefix }, call, params: { id } }) {
    const by = serverKeyActor(keyPrefix);
    return ok("The run has started.", await runAudienceNow(project, id, by, call.now));
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/audiences/:id/run", {
  POST: post,
});
