import { clientRoute } from "@/lib/access/routes";
import { endpoint } from "@/lib/http/endpoint";
import { created, doneAnswer } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { noteUnstored } from "@/lib/live/reject";
import { capturePayment } from "@/lib/payments/capture";
import { capturePaymentBody } from "@/lib/payments/schema";

const received = "Payment capture request received!";
const unidentified = "The user is not identified yet; call trigger first. The payment was not stored.";

const post = defineRoute(clientRoute, {
  summary: "Record a payment",
  description:
    "Stored only for an identified user. The first record of a `payment_id` wins; a repeat is ignored.",
  tag: "Client",
  body: capturePaymentBody,
  answers: { 201: doneAnswer(received, unidentified) },
  async handle({ caller, call, body }) {
    const told = { userAgent: call.header("user-agent"), now: call.now };
    const outcome = await capturePayment(caller.project, body, told);
    if (outcome === "unidentified") noteUnstored(caller.project.id, "capture-payment", unidentified, call);
    return created(received, { message: outcome === "unidentified" ? unidentified : received });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/capture-payment", {
  POST: post,
});
