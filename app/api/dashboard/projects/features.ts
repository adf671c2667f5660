import { usedFeaturesOf } from "@/lib/activity/features/features";
import { usedFeatures } from "@/lib/activity/features/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const featuresRoutes = {
  "/projects/:project/features": {
    GET: defineRoute(projectRoute("project.read"), {
      summary: "Get which optional features the project uses",
      description: "A feature is used if the project has data or settings of it.",
      tag: "Projects",
      answers: { 200: { msg: "Features.", data: usedFeatures } },
      handle: async ({ caller }) => ok("Features.", await usedFeaturesOf(caller.project.id)),
    }),
  },
};
