import { recordWebEvent } from "@/lib/facts/web/record";
import { webEventBody, webEventQuery } from "@/lib/facts/web/schema";
import { publicRoute } from "@/lib/gateway/operator-routes";
import { webPreflight, webRoute } from "@/lib/gateway/web-route";
import { endpoint } from "@/lib/platform/http/endpoint";
import { confirmationAnswer, confirmed } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const received = "Web event received!";

const post = defineRoute(webRoute, {
  summary: "Report a visit or an event of a website",
  description:
    "`/cairn.js` calls this. Only pages of the websites listed under Integrate can call it. The body is JSON of any content type, at most 16 KB, so that `sendBeacon` works without a preflight. Cairn stores only the country of the IP address, and only the ad parameters of the page's query.",
  tag: "Websites",
  query: webEventQuery,
  exampleQuery: { token: "cw_yourSiteToken" },
  body: webEventBody,
  example: {
    type: "event",
    web_id: "5f0c2d8e9b7a4c31a2e4",
    event_id: "c0c1f8a7",
    name: "trail_viewed",
    page: "/trails/peaks",
    last: { params: { gclid: "EAIaIQob", utm_source: "google" }, page: "/", at: 1_767_225_600_000 },
    data: { km: 12.4 },
  },
  answers: {
    200: confirmationAnswer(received),
    413: { description: "The body is larger than 16 KB." },
  },
  async handle({ caller, call, body }) {
    await recordWebEvent(caller.project.id, body, call);
    return confirmed(received);
  },
});

const preflight = defineRoute(publicRoute, {
  summary: "Check whether a page may call",
  tag: "Websites",
  unlisted: true,
  answers: { 204: {} },
  handle: ({ call }) => webPreflight(call),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/web/event", {
  POST: post,
  OPTIONS: preflight,
});
