/** Destinations and deliveries: one entry of the sidebar, with tabs above both lists. */
export const outboundScreens = [
  {
    label: "Destinations",
    one: "Destination",
    path: "/destinations",
    about: "Conversions, postbacks, webhooks, Meta, Google, TikTok, affiliates",
  },
  {
    label: "Deliveries",
    one: "Delivery",
    path: "/deliveries",
    about: "Sent and skipped events, reasons, payload, replay, send again",
  },
] as const;
