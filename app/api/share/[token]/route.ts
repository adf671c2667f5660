import { z } from "zod";
import { readShare } from "@/lib/activity/shares/read";
import { sharedContent } from "@/lib/activity/shares/schema";
import { shareRoute } from "@/lib/gateway/share-route";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const get = defineRoute(shareRoute, {
  summary: "Get the contents of a share link",
  description: "The shared overview or report, for anyone with the link. Other data is not available.",
  tag: "Reporting",
  params: z.object({
    token: z.string().meta({ description: "The last part of the link.", example: "q3Zk8Vt1LwXo5mBc7RyD" }),
  }),
  answers: { 200: { msg: "Shared.", data: sharedContent } },
  async handle({ caller: { share, project }, call }) {
    const reply = ok("Shared.", await readShare(share, project, call.now));
    // Excludes the page from search engines, and its address from referrers.
    Object.assign(reply.headers, { "x-robots-tag": "noindex, nofollow", "referrer-policy": "no-referrer" });
    return reply;
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/share/:token", { GET: get });
