import { pushTokenBody } from "@/lib/facts/app-calls/schema";
import { updatePushToken } from "@/lib/facts/installs/details";
import { clientRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { confirmationAnswer, confirmed } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const post = defineRoute(clientRoute, {
  summary: "Save the push token",
  description: "Used to detect uninstalls. Each install keeps its latest token.",
  tag: "Users",
  contract: true,
  body: pushTokenBody,
  example: {
    token: "ct_yourProjectsToken",
    install_instance_id: "a-uuid-of-this-install",
    push_token: "from FCM or APNs",
  },
  answers: { 200: confirmationAnswer("Push token updated successfully") },
  async handle({ caller, call, body }) {
    await updatePushToken(caller.project.id, body, call.now);
    return confirmed("Push token updated successfully");
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/update-push-token", {
  POST: post,
});
