import { z } from "zod";
import { readShare } from "@/lib/activity/shares/read";
import { shared } from "@/lib/activity/shares/schema";
import { shareRoute } from "@/lib/gateway/share-route";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const get = defineRoute(shareRoute, {
  summary: "What a share link shows",
  description:
    "The figures of an overview or a report as somebody shared them, for whoever has the link. Nothing else can be asked for.",
  tag: "Reporting",
  params: z.object({
    token: z.string().meta({ description: "The last part of the link.", example: "q3Zk8Vt1LwXo5mBc7RyD" }),
  }),
  answers: { 200: { msg: "Shared.", data: shared } },
  async handle({ caller: { share, project }, call }) {
    const reply = ok("Shared.", await readShare(share, project, call.now));
    // Not found by search engines, and told to no site that is opened from it.
    Object.assign(reply.headers, { "x-robots-tag": "noindex, nofollow", "referrer-policy": "no-referrer" });
    return reply;
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/share/:token", { GET: get });
