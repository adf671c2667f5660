import { z } from "zod";
import { conversionFields } from "@/lib/apple/conversion-values/schema";
import { conversionValue } from "@/lib/apple/conversion-values/value";
import { captureEvent, hasInvalidAmount } from "@/lib/facts/events/capture";
import { maxNames } from "@/lib/facts/events/names";
import { amountlessText, otherNameText } from "@/lib/facts/events/outcome-texts";
import { captureEventBody } from "@/lib/facts/events/schema";
import { recordUnstored } from "@/lib/facts/rejections/reject";
import { clientRoute } from "@/lib/gateway/routes";
import { otherNames } from "@/lib/ledger/measures";
import { endpoint } from "@/lib/platform/http/endpoint";
import { idempotencyKey } from "@/lib/platform/http/idempotency";
import { discarded, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const received = "Event capture request received!";
const unidentified = "The user is not identified yet; call trigger first. The event was not stored.";

const messages = { stored: received, repeat: received, unidentified, other: otherNameText };

const data = z.object({
  message: z.enum([received, unidentified, otherNameText, amountlessText]),
  ...conversionFields,
});

const post = defineRoute(clientRoute, {
  summary: "Track an event",
  description: `Discarded until you call \`trigger\`; the response then has the header \`Cairn-Stored: false\`. Repeats with the same \`event_id\` (or \`Idempotency-Key\` header) count once. A project can have ${maxNames} event names; further names are counted as "${otherNames}".`,
  tag: "Events and payments",
  contract: true,
  body: captureEventBody,
  example: {
    token: "ct_yourProjectsToken",
    install_instance_id: "a-uuid-of-this-install",
    event_name: "trail_finished",
    event_data: { km: 12.4 },
    event_id: "event-1",
  },
  answers: { 200: { msg: received, data } },
  async handle({ caller, call, body }) {
    const context = { userAgent: call.header("user-agent"), now: call.now };
    const event_id = body.event_id ?? idempotencyKey(call);
    const outcome = await captureEvent(caller.project, { ...body, event_id }, context);
    const isStored = outcome === "stored" || outcome === "other";
    const message = isStored && hasInvalidAmount(body.event_data) ? amountlessText : messages[outcome];
    if (outcome === "unidentified") recordUnstored(caller.project.id, "capture-event", unidentified, call);
    const value = await conversionValue(caller.project, body, context);
    const reply = ok(received, { message, ...value });
    return outcome === "unidentified" ? discarded(reply) : reply;
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/capture-event", {
  POST: post,
});
