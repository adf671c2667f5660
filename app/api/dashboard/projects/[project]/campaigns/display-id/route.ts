import { z } from "zod";
import { projectRoute } from "@/lib/access/session-routes";
import { displayIdState } from "@/lib/campaigns/display-id";
import { availability } from "@/lib/campaigns/table/schema";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";

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
