import { integrationsBody } from "@/lib/facts/app-calls/schema";
import { addIntegrations } from "@/lib/facts/installs/details";
import { clientRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { confirmationAnswer, confirmed } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const post = defineRoute(clientRoute, {
  summary: "Save third-party IDs",
  description: "IDs of the same install in other services. New IDs are added, known ones are replaced.",
  tag: "Users",
  contract: true,
  body: integrationsBody,
  example: {
    token: "ct_yourProjectsToken",
    install_instance_id: "a-uuid-of-this-install",
    integration_info: { mixpanel_distinct_id: "abc" },
  },
  answers: { 200: confirmationAnswer("Integration data updated successfully") },
  async handle({ caller, call, body }) {
    await addIntegrations(caller.project.id, body, call.now);
    return confirmed("Integration data updated successfully");
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/integrations", {
  POST: post,
});
