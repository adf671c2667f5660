/** Audiences for the customer's own use: a list to download, and a signed call to their server. */
import { z } from "zod";
import {
  type AudienceCandidate,
  advertisingDevice,
  defineAudience,
  ownUse,
  presentIds,
  readLike,
} from "@/lib/outbound/audiences/kinds/kind";
import { isoText } from "@/lib/outbound/kinds/webhook/body";
import { webhookSignature } from "@/lib/outbound/kinds/webhook/signature";
import { webhook, webhookSecret, webhookUrl } from "@/lib/outbound/kinds/webhook/webhook";
import { deviceIdAs, hashedEmail, hashedPhone } from "@/lib/outbound/mapping/hash";

/** The names of the file's columns, in this order. */
export const ownIds = ["user_id", "install_id", "email_sha256", "phone_sha256", "gaid", "idfa"] as const;

function idsOf(candidate: AudienceCandidate) {
  const { user, permissions } = candidate;
  const person = permissions.adUserData ? user : null;
  const device = advertisingDevice(candidate);
  const id = deviceIdAs(device, "as_written");
  return presentIds({
    user_id: user?.id,
    install_id: candidate.instance,
    email_sha256: hashedEmail(person?.email ?? null, "plain"),
    phone_sha256: hashedPhone(person?.phone ?? null, "e164"),
    gaid: device?.kind === "gaid" ? id : null,
    idfa: device?.kind === "idfa" ? id : null,
  });
}

export const csvAudience = defineAudience({
  code: "csv",
  label: "CSV download",
  about: "A list of the current members to download, for networks and tools of your choice.",
  unchecked: null,
  network: null,
  service: null,
  ...ownUse,
  settings: z.object({}),
  secrets: z.object({}),
  fields: [],
  maxRows: 10_000,
  idsOf,
  call: null,
  read: readLike(webhook),
});

const settings = z.object({ url: webhookUrl });
const secrets = z.object({ secret: webhookSecret });

export const webhookAudience = defineAudience<z.output<typeof settings>, z.output<typeof secrets>>({
  code: "webhook",
  label: "Webhook",
  about: "Calls your server with added and removed members, signed as in Standard Webhooks.",
  unchecked: null,
  network: null,
  service: null,
  ...ownUse,
  settings,
  secrets,
  fields: [{ name: "url", label: "Address", hint: "https://example.com/hooks/audience" }],
  maxRows: 1_000,
  idsOf,
  call: ({ change, members, id, audience, now }, { settings, secrets }) => {
    const body = JSON.stringify({
      type: change === "add" ? "audience.added" : "audience.removed",
      timestamp: isoText(now),
      data: { audience, members: members.map(({ digest, ids }) => ({ id: digest, ...ids })) },
    });
    const timestamp = Math.floor(now.getTime() / 1_000);
    return {
      method: "POST",
      url: settings.url,
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": webhookSignature(secrets.secret, { id, timestamp, body }),
      },
      body,
    };
  },
  read: readLike(webhook),
});
