import { z } from "zod";
import { Refusal } from "@/lib/base/refusal";
import { identityRequired, requireIdentity } from "@/lib/facts/app-calls/schema";
import { serverPaymentBody, unknownCurrencyText } from "@/lib/facts/payments/schema";
import { capturePurchase } from "@/lib/facts/purchases/capture";
import { dataRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { idempotencyKey } from "@/lib/platform/http/idempotency";
import { createdReply } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const stored = "Payment stored.";
const unidentified = "The user is not identified yet; call trigger first. The payment was not stored.";

const post = defineRoute(dataRoute, {
  summary: "Report a payment",
  description:
    "A payment reported by your server instead of the app: `capture-payment` with a server key. Send `user_id`, `install_instance_id`, or both. The first payment with a `payment_id` (or `Idempotency-Key` header) counts, no matter whether the app or your server sent it.",
  tag: "Server events",
  body: serverPaymentBody,
  example: {
    user_id: "user-42",
    payment_id: "order-1001",
    amount: 9.99,
    type: "FIRST_PAYMENT",
    status: "PAYMENT_COMPLETED",
  },
  answers: {
    201: { msg: stored, data: z.object({ message: z.enum([stored, unknownCurrencyText]) }) },
    400: { msg: identityRequired },
    404: { msg: unidentified },
  },
  async handle({ caller, call, body }) {
    requireIdentity(body);
    const payment_id = body.payment_id ?? idempotencyKey(call);
    // The user agent belongs to a server, so it does not show the user's platform.
    const context = { userAgent: null, now: call.now };
    const outcome = await capturePurchase(caller.project, { ...body, payment_id }, context);
    if (outcome === "unidentified") throw new Refusal("user_not_identified", unidentified);
    return createdReply(stored, { message: body.currency === null ? unknownCurrencyText : stored });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/payments", { POST: post });
