import { z } from "zod";
import { Refusal } from "@/lib/base/refusal";
import { identityRequired, requireIdentity } from "@/lib/facts/app-calls/schema";
import { captureEvent, hasInvalidAmount } from "@/lib/facts/events/capture";
import { amountlessText, otherNameText } from "@/lib/facts/events/outcome-texts";
import { serverEventBody } from "@/lib/facts/events/schema";
import { dataRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { idempotencyKey } from "@/lib/platform/http/idempotency";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const stored = "Event stored.";
const unidentified = "The user is not identified yet; call trigger first. The event was not stored.";

const post = defineRoute(dataRoute, {
  summary: "Report an event",
  description:
    "An event reported by your server instead of the app: `capture-event` with a server key. Send `user_id`, `install_instance_id`, or both. Repeats with the same `event_id` (or `Idempotency-Key` header) count once, no matter whether the app or your server sent them first.",
  tag: "Server events",
  body: serverEventBody,
  example: {
    user_id: "user-42",
    event_name: "trail_finished",
    event_data: { km: 12.4 },
    event_id: "event-1",
  },
  answers: {
    200: { msg: stored, data: z.object({ message: z.enum([stored, otherNameText, amountlessText]) }) },
    400: { msg: identityRequired },
    404: { msg: unidentified },
  },
  async handle({ caller, call, body }) {
    requireIdentity(body);
    const event_id = body.event_id ?? idempotencyKey(call);
    // The user agent belongs to a server, so it does not show the user's platform.
    const context = { userAgent: null, now: call.now };
    const outcome = await captureEvent(caller.project, { ...body, event_id }, context);
    if (outcome === "unidentified") throw new Refusal("user_not_identified", unidentified);
    if (outcome !== "repeat" && hasInvalidAmount(body.event_data))
      return ok(stored, { message: amountlessText });
    return ok(stored, { message: outcome === "other" ? otherNameText : stored });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/events", { POST: post });
