import { z } from "zod";
import { displayIdState } from "@/lib/campaigns/display-id";
import { availability } from "@/lib/campaigns/table/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/campaigns/display-id";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("campaigns.read"), {
    summary: "Whether a new campaign could have this display ID",
    tag: "Campaigns",
    query: z.object({ value: z.string().default("") }),
    answers: { 200: { msg: "Display ID.", data: availability } },
    handle: async ({ caller, query }) => ok("Display ID.", await displayIdState(caller.project, query.value)),
  }),
});
