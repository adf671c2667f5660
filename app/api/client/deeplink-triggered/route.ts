import { z } from "zod";
import { clientFields } from "@/lib/facts/app-calls/schema";
import { clientRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { confirmationAnswer, confirmed } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const received = "Deeplink trigger received";

const post = defineRoute(clientRoute, {
  summary: "Confirm a deferred deep link",
  description:
    "Existing clients call it after they opened the link that `trigger` returned. It has no effect. Report links that open the installed app with `handle-deeplink`.",
  tag: "Start and attribution",
  body: z.object(clientFields),
  example: { token: "ct_yourProjectsToken", install_instance_id: "a-uuid-of-this-install" },
  answers: { 200: confirmationAnswer(received) },
  handle: async () => confirmed(received),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/deeplink-triggered", {
  POST: post,
});
