import { dataRoute } from "@/lib/gateway/routes";
import { deliveriesList } from "@/lib/outbound/deliveries/deliveries";
import { deliverySchema } from "@/lib/outbound/deliveries/schema";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const get = defineRoute(dataRoute, {
  summary: "List deliveries",
  description:
    "Deliveries to networks, affiliates and webhooks, newest first: sent, waiting, or not sent with the reason. `next` is the `before` of the next page.",
  tag: "Deliveries",
  query: deliverySchema.query,
  exampleQuery: { state: "sent", limit: "50" },
  answers: { 200: { msg: "Deliveries.", data: deliverySchema.page } },
  handle: async ({ caller, query }) => ok("Deliveries.", await deliveriesList.page(caller.project, query)),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/deliveries", { GET: get });
