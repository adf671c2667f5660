/** Custom audiences of Meta: up to 10,000 people per request, matched by all sent IDs together. */
import { z } from "zod";
import { requiredLine } from "@/lib/base/fields";
import {
  advertisingConsent,
  advertisingDevice,
  defineAudience,
  presentIds,
  readLike,
} from "@/lib/outbound/audiences/kinds/kind";
import { meta } from "@/lib/outbound/kinds/meta";
import { deviceIdAs, hashedEmail, hashedPhone } from "@/lib/outbound/mapping/hash";
import { jsonHeaders } from "@/lib/outbound/mapping/payload";
import { tokenField } from "@/lib/outbound/mapping/token-field";

const settings = z.object({
  audience_id: requiredLine("Audience ID", 32).regex(/^\d+$/, "An audience ID has digits only."),
});
const secrets = z.object({ access_token: tokenField("Access token") });

/** Meta's names, in the order of the rows. */
const schema = ["EMAIL", "PHONE", "MADID"] as const;

export const metaAudience = defineAudience<z.output<typeof settings>, z.output<typeof secrets>>({
  code: "meta",
  label: "Meta Custom Audience",
  about: "Facebook and Instagram: matches people by hashed email and phone, and by advertising ID.",
  unchecked:
    "Requests follow Meta's public reference. They were not tested with an account of Meta. Meta needs up to 24 hours for a change.",
  network: meta.network,
  service: meta,
  ...advertisingConsent,
  settings,
  secrets,
  fields: [
    {
      name: "audience_id",
      label: "Audience ID",
      hint: "In Ads Manager under Audiences, create a customer list, and copy its ID.",
    },
    {
      name: "access_token",
      label: "Access token",
      hint: "Of a system user with access to the ad account, and the permission ads_management.",
      secret: true,
    },
  ],
  // Half of the allowed size, so that a request ends within the time limit.
  maxRows: 5_000,
  idsOf: (candidate) =>
    presentIds({
      EMAIL: hashedEmail(candidate.user?.email ?? null, "plain"),
      PHONE: hashedPhone(candidate.user?.phone ?? null, "digits"),
      MADID: deviceIdAs(advertisingDevice(candidate), "lower"),
    }),
  call: ({ change, members }, { settings, secrets, base }) => ({
    method: change === "add" ? "POST" : "DELETE",
    url: `${base}/${settings.audience_id}/users`,
    // A header, because URLs are written to logs.
    headers: { ...jsonHeaders, authorization: `Bearer ${secrets.access_token}` },
    body: JSON.stringify({
      payload: { schema, data: members.map(({ ids }) => schema.map((name) => ids[name] ?? "")) },
    }),
  }),
  read: readLike(meta),
});
