import { z } from "zod";
import { Refusal } from "@/lib/base/refusal";
import { purchaseSources } from "@/lib/facts/payments/store-purchases";
import { receiveNotice } from "@/lib/facts/purchases/notices/receive";
import { purchaseRoute } from "@/lib/gateway/purchase-route";
import { endpoint } from "@/lib/platform/http/endpoint";
import { json, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const invalid = "The body is not a notification of this store or service.";

const post = defineRoute(purchaseRoute, {
  summary: "Receive a notification about a purchase",
  description:
    "The address for App Store Server Notifications (version 2), Google Play's real-time developer notifications (a push subscription of Pub/Sub), and the webhooks of RevenueCat and Adapty. Create it in the dashboard under Purchases. Each notification is stored once. Renewals and refunds become payments.",
  tag: "Purchases",
  params: z.object({
    project: z.string().meta({ description: "The project's ID.", example: "1" }),
    source: z.enum(purchaseSources).meta({ description: "The sender.", example: "revenuecat" }),
    secret: z
      .string()
      .meta({ description: "The secret of the address.", example: "q3Zk8Vt1LwXo5mBc7RyDq3Zk8Vt1LwXo" }),
  }),
  body: z.looseObject({}),
  example: {
    api_version: "1.0",
    event: {
      id: "12345678-1234-1234-1234-123456789012",
      type: "TEST",
      event_timestamp_ms: 1_781_085_600_000,
    },
  },
  answers: {
    200: {
      body: z.looseObject({
        msg: z.string().optional(),
        status: z.number().optional(),
        data: z.null().optional(),
        adapty_check_response: z
          .string()
          .optional()
          .meta({ description: "Only for Adapty's check of the address." }),
      }),
    },
    400: { msg: invalid },
  },
  async handle({ caller: { project, connection }, call, body }) {
    // Adapty sends this once to check the address, and expects the same text.
    const check = body.adapty_check;
    if (connection.source === "adapty" && typeof check === "string")
      return json(200, { adapty_check_response: check });
    const received = await receiveNotice(project, connection, body, call.now);
    if (received === null) throw new Refusal("invalid_request", invalid);
    return ok("Received.", null);
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  "/api/purchases/:project/:source/:secret",
  { POST: post },
);
