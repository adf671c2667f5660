import { removePayment } from "@/lib/facts/payments/remove";
import { removePaymentBody, requirePaymentOrUser } from "@/lib/facts/payments/schema";
import { clientRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { confirmationAnswer, confirmed } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const post = defineRoute(clientRoute, {
  summary: "Remove a payment",
  description: "For refunds: removes one payment, or all payments of a user, from every figure.",
  tag: "Events and payments",
  contract: true,
  body: removePaymentBody,
  example: {
    token: "ct_yourProjectsToken",
    install_instance_id: "a-uuid-of-this-install",
    payment_id: "order-1001",
  },
  answers: {
    200: confirmationAnswer("Payment removed successfully!"),
    400: {
      msg: [
        "Either payment_id or user_id is required!",
        "No payment found with the given payment id or user id",
      ],
    },
  },
  async handle({ caller, call, body }) {
    requirePaymentOrUser(body);
    await removePayment(caller.project, body, call.now);
    return confirmed("Payment removed successfully!");
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  "/api/client/remove-captured-payment",
  { POST: post },
);
