import { refuseErased } from "@/lib/accounts/erased/erased";
import { storeConsentAfterCalls } from "@/lib/facts/consent/record";
import { consentSignalsIn, setConsentBody } from "@/lib/facts/consent/schema";
import { clientRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { confirmationAnswer, confirmed } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const post = defineRoute(clientRoute, {
  summary: "Report the user's consent",
  description:
    "Each answer applies until you send another. Leave out what didn't change. After a refusal, the install's advertising IDs are removed, also from its clicks, and no longer stored. The install is never matched by IP. You can also send the same fields in `device_data`.",
  tag: "Users",
  body: setConsentBody,
  example: {
    token: "ct_yourProjectsToken",
    install_instance_id: "a-uuid-of-this-install",
    eea: true,
    ad_user_data: true,
    ad_personalization: false,
  },
  answers: { 200: confirmationAnswer("Consent updated successfully") },
  async handle({ caller, call, body }) {
    const signals = consentSignalsIn(body);
    await refuseErased(caller.project.id, { instance: body.install_instance_id });
    await storeConsentAfterCalls(caller.project, [body.install_instance_id], {
      signals,
      source: "app",
      now: call.now,
    });
    return confirmed("Consent updated successfully");
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/set-consent", {
  POST: post,
});
