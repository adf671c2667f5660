import { reportType, webhookTypes } from "@/lib/outbound/kinds/webhook/events";
import { code, languages, type Page, table, text } from "@/lib/reference/content/blocks";
import { verifySamples } from "@/lib/reference/pages/verify-samples";

const chapter = "Webhooks";

const message = `{
  "type": "install.attributed",
  "timestamp": "2026-06-01T09:30:00.000Z",
  "data": { "id": "…", "uid": "install:…", "user_id": "42", "decision": { "version": 1, … } }
}`;

/** The calls that Cairn makes to a customer's server. */
export const webhookPages = (): Page[] => [
  {
    path: "/docs/webhooks",
    title: "Webhooks",
    chapter,
    lead: "Cairn sends installs, events, payments and alerts to your server as they happen.",
    keywords: "callback notification push event receiver",
    sections: [
      {
        id: "webhook-messages",
        title: "Messages",
        blocks: [
          ...text(
            "Connect a webhook under Destinations. Each message is a `POST` with a JSON body: `type`, `timestamp` and `data`. By default, `data` contains IDs, the decision and amounts. Two switches add more: device and click details, and the user's name, email and phone.",
          ),
          code("Message", message),
          ...text(
            "Webhooks can arrive more than once and in any order. `webhook-id` stays the same for all attempts, `data.uid` identifies the event, and `data.decision.version` shows which decision is newer.",
          ),
        ],
      },
      {
        id: "webhook-responses",
        title: "Responses and retries",
        blocks: [
          ...text("Respond within ten seconds. Store the payload first and process it later."),
          table(
            ["Response", "Effect"],
            [
              ["2xx", "delivered"],
              [
                "408, 425, 429, 5xx, timeout, no connection",
                "retried for about three days; a longer `Retry-After` is respected",
              ],
              ["410", "the webhook is paused"],
              ["3xx, other 4xx", "failed"],
            ],
          ),
        ],
      },
      {
        id: "webhook-types",
        title: "Types",
        blocks: [
          table(
            ["Type", "Sent when"],
            [...webhookTypes, reportType].map(({ type, meaning }) => [`\`${type}\``, meaning]),
          ),
        ],
      },
    ],
  },
  {
    path: "/docs/webhooks/signatures",
    title: "Webhook signatures",
    chapter,
    lead: "Verify that a webhook is from Cairn, before you parse it.",
    keywords: "signature verify hmac standard webhooks whsec secret webhook-signature",
    sections: [
      {
        id: "webhook-headers",
        title: "Headers",
        blocks: [
          ...text(
            "Cairn signs with [Standard Webhooks](https://www.standardwebhooks.com), which has libraries for many languages. The signature is the Base64 HMAC-SHA256 of `id.timestamp.body`, with the decoded part of the secret after `whsec_` as the key.",
          ),
          table(
            ["Header", "Contents"],
            [
              ["`webhook-id`", "the ID of the delivery, the same for all attempts"],
              ["`webhook-timestamp`", "the time of this attempt in Unix seconds"],
              [
                "`webhook-signature`",
                "`v1,` and the signature; after you rotate the secret, for 24 hours two of them, separated by a space",
              ],
            ],
          ),
        ],
      },
      {
        id: "verify",
        title: "Verify a signature",
        blocks: [languages(...verifySamples)],
      },
    ],
  },
];
