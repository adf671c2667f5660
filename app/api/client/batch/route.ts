import { z } from "zod";
import { POST as attributionData } from "@/app/api/client/attribution-data/route";
import { POST as captureAdRevenue } from "@/app/api/client/capture-ad-revenue/route";
import { POST as captureEvent } from "@/app/api/client/capture-event/route";
import { POST as capturePayment } from "@/app/api/client/capture-payment/route";
import { POST as customerUserId } from "@/app/api/client/customer-user-id/route";
import { POST as deeplinkTriggered } from "@/app/api/client/deeplink-triggered/route";
import { POST as handleDeeplink } from "@/app/api/client/handle-deeplink/route";
import { POST as init } from "@/app/api/client/init/route";
import { POST as integrations } from "@/app/api/client/integrations/route";
import { POST as removeCapturedPayment } from "@/app/api/client/remove-captured-payment/route";
import { POST as setConsent } from "@/app/api/client/set-consent/route";
import { POST as setUserData } from "@/app/api/client/set-user-data/route";
import { POST as trigger } from "@/app/api/client/trigger/route";
import { POST as updatePushToken } from "@/app/api/client/update-push-token/route";
import { answerBatch, routesByName } from "@/lib/gateway/batch";
import { batchBody } from "@/lib/gateway/batch-schema";
import { batchRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { envelope } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const routes = routesByName(
  [
    init,
    attributionData,
    trigger,
    setUserData,
    setConsent,
    captureEvent,
    capturePayment,
    removeCapturedPayment,
    captureAdRevenue,
    updatePushToken,
    integrations,
    handleDeeplink,
    customerUserId,
    deeplinkTriggered,
  ].map((handler) => handler.endpoint),
);

const received = "Batch received!";

const post = defineRoute(batchRoute, {
  summary: "Send up to 100 calls at once",
  description:
    "For client packages with a queue. Calls run in order, and `data.answers` has one response per call, as if each had been sent alone: safe to repeat, and a rejected call doesn't stop the others. Each call counts toward the rate limit. Retry calls with status 429 or 503 after `Retry-After`. The batch's `token` and signature apply to all calls. The `Idempotency-Key` header isn't read, so use `event_id`, `payment_id` and `impression_id`.",
  tag: "Batches",
  body: batchBody,
  example: {
    token: "ct_yourProjectsToken",
    sent_at: 1_767_225_660_000,
    calls: [
      {
        path: "init",
        body: { install_instance_id: "a-uuid-of-this-install", platform: "ANDROID", app_version: "1.0.0" },
      },
      {
        path: "trigger",
        body: { install_instance_id: "a-uuid-of-this-install", user_data: { id: "user-42" } },
      },
      {
        path: "capture-event",
        body: {
          install_instance_id: "a-uuid-of-this-install",
          event_name: "trail_finished",
          event_id: "event-1",
          timestamp: 1_767_225_600_000,
        },
      },
    ],
  },
  answers: {
    200: {
      msg: received,
      data: z.object({
        answers: z.array(
          z.object({
            status: z.number().int().meta({ description: "The HTTP status of this call." }),
            error: z.string().optional().meta({ description: "The code of its error." }),
            stored: z
              .literal(false)
              .optional()
              .meta({ description: "Its data was discarded, because the user isn't identified." }),
            body: z.looseObject({}).meta({ description: "The response to this call." }),
          }),
        ),
      }),
    },
  },
  async handle({ caller, call, body: { token, calls, sent_at: sentAt } }) {
    const { answers, retryAfter } = await answerBatch(routes, call, { caller, token, sentAt, calls });
    return envelope(200, received, { answers }, retryAfter === null ? {} : { "retry-after": retryAfter });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/batch", { POST: post });
