import { env } from "@/lib/base/env";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { linkTest, linkTestInput } from "@/lib/traffic/tester/schema";
import { testLink } from "@/lib/traffic/tester/tester";

const path = "/api/dashboard/projects/:project/links/test";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("campaigns.read"), {
    summary: "Where a link would lead on a device",
    description: "Nothing is recorded. The answer holds a link that makes a real click, marked as a test.",
    tag: "Links",
    body: linkTestInput,
    answers: {
      200: { msg: "Link tested.", data: linkTest },
      400: { description: "The link names no campaign." },
    },
    async handle({ caller, body, call }) {
      const at = { now: call.now, tick: call.tick, appUrl: env.APP_URL };
      return ok("Link tested.", await testLink(caller.project.id, body, at));
    },
  }),
});
