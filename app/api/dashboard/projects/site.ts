import { actorOf } from "@/lib/accounts/audit/actor";
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { overlapInput } from "@/lib/projects/schema";
import { siteInput, websiteSettings } from "@/lib/projects/site/schema";
import { changeSite, rotateSiteToken, showSite } from "@/lib/projects/site/site";

export const siteRoutes = {
  "/projects/:project/site": {
    GET: defineRoute(projectRoute("project.read"), {
      summary: "Get the websites that may send visits, and the site token",
      tag: "Projects",
      answers: { 200: { msg: "Websites.", data: websiteSettings } },
      handle: async ({ caller, call }) => ok("Websites.", await showSite(caller.project, call.now)),
    }),
    PUT: defineRoute(projectRoute("tokens.write"), {
      summary: "Set the websites that may send visits",
      description:
        "Addresses are reduced to their origin. The first website creates a site token. Calls from removed websites are rejected within a second.",
      tag: "Projects",
      body: siteInput,
      answers: {
        200: { msg: "Saved.", data: websiteSettings },
        400: { description: "An address is not a website." },
      },
      handle: async ({ caller, body, call }) =>
        ok("Saved.", await changeSite(caller.project, body, actorOf(caller.member), call.now)),
    }),
  },
  "/projects/:project/site/token/rotate": {
    POST: defineRoute(projectRoute("tokens.write"), {
      summary: "Rotate the site token; the old one stays valid for some hours",
      tag: "Projects",
      body: overlapInput,
      answers: {
        201: { msg: "Token made.", data: websiteSettings },
        404: { msg: "There is no site token yet. Add a website first." },
        409: { msg: "The token was rotated in the meantime." },
      },
      handle: async ({ caller, body, call }) =>
        createdReply(
          "Token made.",
          await rotateSiteToken(caller.project, body.overlap_hours, actorOf(caller.member), call.now),
        ),
    }),
  },
};
