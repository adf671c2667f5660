import { projectRoute } from "@/lib/access/session-routes";
import { env } from "@/lib/env";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { testLink } from "@/lib/links/tester";
import { linkTest, linkTestInput } from "@/lib/links/tester-schema";

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
