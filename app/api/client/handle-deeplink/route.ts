import { z } from "zod";
import { conversionFields } from "@/lib/apple/conversion-values/schema";
import { conversionValue } from "@/lib/apple/conversion-values/value";
import { openDeeplink } from "@/lib/attribution/deep-links/open";
import { deeplinkBody } from "@/lib/facts/app-calls/schema";
import { clientRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { idempotencyKey } from "@/lib/platform/http/idempotency";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const post = defineRoute(clientRoute, {
  summary: "Report a deep link open",
  description:
    "Call when a link opens the installed app, for remarketing and re-attribution. Repeats with the same `timestamp` or `Idempotency-Key` header count once.",
  tag: "Start and attribution",
  contract: true,
  body: deeplinkBody,
  example: {
    token: "ct_yourProjectsToken",
    install_instance_id: "a-uuid-of-this-install",
    deeplink_url: "https://links.example.com/summer-sale?trail=42",
  },
  answers: {
    200: {
      msg: "Deeplink processed",
      data: z.object({
        deeplink: z.string(),
        is_linkrunner: z.boolean(),
        processing: z.boolean(),
        ...conversionFields,
      }),
    },
    400: { msg: "deeplink_url is not a valid link!" },
  },
  async handle({ caller, call, body }) {
    const context = { userAgent: call.header("user-agent"), now: call.now };
    const { deeplink, isOurs } = await openDeeplink(caller.project, body, call.now, {
      userAgent: context.userAgent,
      repeatKey: idempotencyKey(call),
    });
    const value = await conversionValue(caller.project, body, context);
    return ok("Deeplink processed", { deeplink, is_linkrunner: isOurs, processing: false, ...value });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/handle-deeplink", {
  POST: post,
});
