import { z } from "zod";
import {
  codeBlock,
  languageBlock,
  type PageSection,
  type ReferencePage,
  type RequestField,
  tableBlock,
  textBlocks,
} from "@/lib/reference/content/blocks";
import { requestFieldsOf } from "@/lib/reference/content/operations";
import type { Schema } from "@/lib/reference/content/type-text";
import samples from "@/lib/reference/content/webhook-samples.json" with { type: "json" };
import { jsonSchemaOf, webhookDecision, webhookSchemas } from "@/lib/reference/content/webhook-schemas";
import { verifySamples } from "@/lib/reference/pages/verify-samples";

const chapter = "Webhooks";

const message = `{
  "type": "install.attributed",
  "timestamp": "2026-06-01T09:30:00.000Z",
  "data": { "id": "…", "uid": "install:…", "user_id": "42", "decision": { "version": 1, … } }
}`;

/** The calls that Cairn makes to a customer's server. */
export const webhookPages = (): ReferencePage[] => [
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
          ...textBlocks(
            "Connect a webhook under Destinations. Each message is a `POST` with a JSON body: `type`, `timestamp` and `data`. By default, `data` contains IDs, the decision and amounts. Two switches add more: device and click details, and the user's name, email and phone.",
          ),
          codeBlock("Message", message),
          ...textBlocks(
            "Webhooks can arrive more than once and in any order. `webhook-id` stays the same for all attempts, `data.uid` identifies the event, and `data.decision.version` shows which decision is newer.",
          ),
        ],
      },
      {
        id: "webhook-responses",
        title: "Responses and retries",
        blocks: [
          ...textBlocks("Respond within ten seconds. Store the payload first and process it later."),
          tableBlock(
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
          tableBlock(
            ["Type", "Sent when"],
            webhookSchemas.map(({ type, meaning }) => [`[${type}](${pageOf(type)}#${type})`, meaning]),
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
          ...textBlocks(
            "Cairn signs with [Standard Webhooks](https://www.standardwebhooks.com), which has libraries for many languages. The signature is the Base64 HMAC-SHA256 of `id.timestamp.body`, with the decoded part of the secret after `whsec_` as the key.",
          ),
          tableBlock(
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
        blocks: [languageBlock(...verifySamples)],
      },
    ],
  },
  {
    path: "/docs/webhooks/installs",
    title: "Install webhooks",
    chapter,
    lead: "Attribution of installs, returning users and uninstalls.",
    sections: [
      ...sectionsOf("/docs/webhooks/installs"),
      {
        id: "decision",
        title: "Decision",
        blocks: [
          ...textBlocks("The attribution of the install, as of the time of the webhook."),
          {
            kind: "fields",
            title: "Fields of `decision`",
            fields: requestFieldsOf(z.toJSONSchema(webhookDecision) as Schema).map(receivedField),
          },
        ],
      },
    ],
  },
  {
    path: "/docs/webhooks/events-and-payments",
    title: "Event and payment webhooks",
    chapter,
    lead: "Sign-ups, in-app events, payments, refunds and ad revenue.",
    sections: sectionsOf("/docs/webhooks/events-and-payments"),
  },
  {
    path: "/docs/webhooks/alerts-and-reports",
    title: "Alert and report webhooks",
    chapter,
    lead: "Alerts, scheduled reports, Apple's postbacks, and ad accounts that Cairn can't read.",
    sections: sectionsOf("/docs/webhooks/alerts-and-reports"),
  },
];

function pageOf(type: string): string {
  if (/^(install\.|reengagement|uninstall)/.test(type)) return "/docs/webhooks/installs";
  if (/^((user|event|payment)\.|ad_revenue)/.test(type)) return "/docs/webhooks/events-and-payments";
  return "/docs/webhooks/alerts-and-reports";
}

const sectionsOf = (page: string): PageSection[] =>
  webhookSchemas
    .filter(({ type }) => pageOf(type) === page)
    .map((schema) => {
      const { type, meaning, path } = schema;
      const json = jsonSchemaOf(schema);
      const data = json.properties!.data as Schema;
      return {
        id: type,
        title: type,
        keywords: "webhook payload schema",
        blocks: [
          ...textBlocks(meaning, `[JSON Schema](${path})`),
          {
            kind: "fields",
            title: "Fields of `data`",
            fields: requestFieldsOf(data).map(receivedField),
          },
        ],
        aside: [
          {
            kind: "tabs",
            group: "response",
            samples: [
              { label: "Payload", code: JSON.stringify(samples[type as keyof typeof samples], null, 2) },
              { label: "JSON Schema", code: JSON.stringify(json, null, 2) },
            ],
          },
        ],
      };
    });

/** A receiver needs to know the optional fields. The decision has its own section. */
function receivedField(field: RequestField): RequestField {
  const isDecision = /^(decision|previous)$/.test(field.name);
  const kind = isDecision ? "object or null" : field.kind;
  return {
    ...field,
    kind: field.isRequired ? kind : `${kind}, optional`,
    isRequired: false,
    fields: isDecision ? [] : field.fields.map(receivedField),
  };
}
