import { z } from "zod";
import { conversionFields } from "@/lib/apple/conversion-values/schema";
import { conversionValue } from "@/lib/apple/conversion-values/value";
import { capturePaymentBody, unknownCurrencyText } from "@/lib/facts/payments/schema";
import { capturePurchase } from "@/lib/facts/purchases/capture";
import { recordUnstored } from "@/lib/facts/rejections/reject";
import { clientRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { idempotencyKey } from "@/lib/platform/http/idempotency";
import { createdReply, discarded } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const received = "Payment capture request received!";
const unidentified = "The user is not identified yet; call trigger first. The payment was not stored.";

const data = z.object({
  message: z.enum([received, unidentified, unknownCurrencyText]),
  ...conversionFields,
});

const post = defineRoute(clientRoute, {
  summary: "Track a payment",
  description:
    "Discarded until you call `trigger`; the response then has the header `Cairn-Stored: false`. The first payment with a `payment_id` (or `Idempotency-Key` header) counts; repeats are ignored.",
  tag: "Events and payments",
  contract: true,
  body: capturePaymentBody,
  example: {
    token: "ct_yourProjectsToken",
    install_instance_id: "a-uuid-of-this-install",
    user_id: "user-42",
    payment_id: "order-1001",
    amount: 9.99,
    type: "FIRST_PAYMENT",
    status: "PAYMENT_COMPLETED",
  },
  answers: { 201: { msg: received, data } },
  async handle({ caller, call, body }) {
    const context = { userAgent: call.header("user-agent"), now: call.now };
    const payment_id = body.payment_id ?? idempotencyKey(call);
    const outcome = await capturePurchase(caller.project, { ...body, payment_id }, context);
    if (outcome === "unidentified") recordUnstored(caller.project.id, "capture-payment", unidentified, call);
    const value = await conversionValue(caller.project, body, context);
    const message =
      outcome === "unidentified" ? unidentified : body.currency === null ? unknownCurrencyText : received;
    const reply = createdReply(received, { message, ...value });
    return outcome === "unidentified" ? discarded(reply) : reply;
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/capture-payment", {
  POST: post,
});
