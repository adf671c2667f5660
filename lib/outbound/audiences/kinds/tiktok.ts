/** Custom audiences of TikTok, kept up to date by its segment mapping. */
import { z } from "zod";
import { requiredLine } from "@/lib/base/fields";
import {
  advertisingConsent,
  advertisingDevice,
  defineAudience,
  presentIds,
  readLike,
} from "@/lib/outbound/audiences/kinds/kind";
import { tiktok } from "@/lib/outbound/kinds/tiktok";
import { deviceIdAs, hashedEmail, hashedPhone } from "@/lib/outbound/mapping/hash";
import { jsonHeaders } from "@/lib/outbound/mapping/payload";
import { tokenField } from "@/lib/outbound/mapping/token-field";

const digits = (what: string) => requiredLine(what, 32).regex(/^\d+$/, `${what} has digits only.`);

const settings = z.object({ advertiser_id: digits("Advertiser ID"), audience_id: digits("Audience ID") });
const secrets = z.object({ access_token: tokenField("Access token") });

const schema = ["EMAIL_SHA256", "PHONE_SHA256", "IDFA_SHA256", "GAID_SHA256"] as const;

export const tiktokAudience = defineAudience<z.output<typeof settings>, z.output<typeof secrets>>({
  code: "tiktok",
  label: "TikTok Custom Audience",
  about: "Matches people by hashed email, phone and advertising ID.",
  unchecked:
    "TikTok's reference is not public. Requests follow open-source integrations, which agree on them, and were not tested with an account of TikTok.",
  network: tiktok.network,
  service: tiktok,
  ...advertisingConsent,
  settings,
  secrets,
  fields: [
    { name: "advertiser_id", label: "Advertiser ID", hint: "In TikTok Ads Manager, at the top right." },
    {
      name: "audience_id",
      label: "Audience ID",
      hint: "The ID of a custom audience that was made for streaming, such as by the Marketing API.",
    },
    {
      name: "access_token",
      label: "Access token",
      hint: "Of the Marketing API, with the scope Audience Management.",
      secret: true,
    },
  ],
  // Integrations differ in the size of their batches; this one is accepted by all.
  maxRows: 1_000,
  idsOf: (candidate) => {
    const device = advertisingDevice(candidate);
    const id = deviceIdAs(device, "sha256_as_written");
    return presentIds({
      EMAIL_SHA256: hashedEmail(candidate.user?.email ?? null, "plain"),
      PHONE_SHA256: hashedPhone(candidate.user?.phone ?? null, "e164"),
      IDFA_SHA256: device?.kind === "idfa" ? id : null,
      GAID_SHA256: device?.kind === "gaid" ? id : null,
    });
  },
  call: ({ change, members }, { settings, secrets, base }) => ({
    method: "POST",
    url: `${base}/segment/mapping/`,
    headers: { ...jsonHeaders, "access-token": secrets.access_token },
    body: JSON.stringify({
      advertiser_ids: [settings.advertiser_id],
      action: change === "add" ? "add" : "delete",
      id_schema: schema,
      batch_data: members.map(({ ids }) =>
        schema.map((name) => (ids[name] ? { id: ids[name], audience_ids: [settings.audience_id] } : {})),
      ),
    }),
  }),
  read: readLike(tiktok),
});
