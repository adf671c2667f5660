import { z } from "zod";
import { Refusal } from "@/lib/base/refusal";
import { readTime } from "@/lib/facts/app-calls/event-time";

/**
 * Bodies of the calls of apps. Clients in the field differ: `""` and `null` mean absent, unknown keys are ignored, and
 * versions may be numbers. The remaining fields must be valid, or the call is rejected with the field's name.
 */
export const asAbsent = (value: unknown) => (value === "" || value === null ? undefined : value);

export const optionalText = (field: string, max: number) =>
  z.preprocess(
    asAbsent,
    z
      .string({ error: `${field} must be a string.` })
      .max(max, `${field} must not be longer than ${max} characters.`)
      .optional(),
  );

export const requiredText = (field: string, max: number) =>
  z
    .preprocess(
      asAbsent,
      z
        .string({
          error: (issue) =>
            issue.input === undefined ? `${field} is required!` : `${field} must be a string.`,
        })
        .max(max, `${field} must not be longer than ${max} characters.`)
        .refine((value) => value.trim() !== "", `${field} is required!`),
    )
    .meta({ isRequired: true });

const looseText = (field: string, max: number) =>
  z.preprocess(
    (value) => (typeof value === "number" ? String(value) : asAbsent(value)),
    optionalText(field, max),
  );

/** Stored as received, because no code here reads it. */
const anyObject = (field: string) =>
  z
    .custom<Record<string, unknown>>(
      (value) => typeof value === "object" && value !== null && !Array.isArray(value),
      `${field} must be an object.`,
    )
    .meta({ type: "object", additionalProperties: {} });

export const looseObject = (field: string) => z.preprocess(asAbsent, anyObject(field).optional());

export const booleanInput = (field: string) =>
  z.preprocess(asAbsent, z.boolean({ error: `${field} must be a boolean.` }).optional());

const platformText = z.preprocess(
  asAbsent,
  z.string({ error: "platform must be a string." }).max(64).optional(),
);

/** Fields of every call. */
export const clientFields = {
  token: z.unknown().meta({ description: "App token.", type: "string", isRequired: true }),
  install_instance_id: optionalText("install_instance_id", 128).meta({
    description: "A UUID the app generates once per install and sends with every call.",
    example: "0b0f6e4c-1d1c-4d43-b1e1-2a6f0c9d7b11",
  }),
  platform: platformText.meta({
    description:
      "`ANDROID` or `IOS`. Anything else, such as a framework's name, is accepted; the platform is then read from `device_data`.",
    example: "ANDROID",
  }),
  time_since_app_install: z
    .preprocess(
      (value) => (typeof value === "number" && value >= 0 && value < 1e9 ? value : undefined),
      z.number().optional(),
    )
    .meta({
      description: "Seconds since install, by the device's clock. Read only until the install is registered.",
      example: 12.75,
    }),
};

/** Fields of an app's call that servers do not send: they authenticate with a key, and have no device clock. */
export const appOnlyFields = { token: true, time_since_app_install: true } as const;

export const identityRequired = "Either user_id or install_instance_id is required.";

export function requireIdentity(body: {
  user_id?: string | undefined;
  install_instance_id?: string | undefined;
}): void {
  if (!body.user_id && !body.install_instance_id) throw new Refusal("identity_missing", identityRequired);
}

/** An invalid time is ignored, because other vendors' clients may send this field with another meaning. */
const deviceTime = (describe: string, example: number) =>
  z
    .preprocess((value) => readTime(value) ?? undefined, z.date().optional())
    .meta({
      description: describe,
      type: ["string", "number"],
      example,
    });

/** Fields of calls about an event that may be older than the call. */
export const clockFields = {
  timestamp: deviceTime(
    "When it happened, by the device's clock: milliseconds since 1970, or ISO 8601 with a zone. Used if it is between a minute and 7 days ago and not before the install; otherwise the time of arrival counts. Stored either way.",
    1_767_225_600_000,
  ),
  sent_at: deviceTime(
    "When the call is sent, by the same clock. Corrects a wrong clock: only the time between the two counts.",
    1_767_225_660_000,
  ),
};

const device = looseObject("device_data").meta({
  description:
    "What the app knows about the device: IDs (`gaid`, `idfa`, `idfv`, `android_id`), `install_ref`, `adservices_attribution_token`, `brand`, `device_name`, `system_version` and anything else. Later values replace earlier ones; attribution uses what arrives within 24 hours of the install.",
  example: { gaid: "38400000-8cf0-11bd-b23e-10b96e40000d", brand: "google", device_name: "Pixel 9" },
});

export const initBody = z.object({
  ...clientFields,
  install_instance_id: requiredText("install_instance_id", 128).meta({
    description: "A UUID the app generates once per install and sends with every call.",
    example: "0b0f6e4c-1d1c-4d43-b1e1-2a6f0c9d7b11",
  }),
  device_data: device,
  app_version: looseText("app_version", 128).meta({ description: "The app's version.", example: "4.2.0" }),
  package_version: looseText("package_version", 128).meta({
    description: "The version of the client code.",
    example: "1.0.0",
  }),
  link: optionalText("link", 8192).meta({
    description:
      "The link that opened the app, or that the user pasted after the install. If it belongs to a campaign of the project, it counts as a click; with `cairn_click`, as that click.",
    example: "https://links.example.com/?c=summer-sale",
  }),
  debug: booleanInput("debug").meta({ description: "True in debug builds." }),
});

export const attributionDataBody = z.object({ ...clientFields, device_data: device });

export const pushTokenBody = z.object({
  ...clientFields,
  push_token: requiredText("push_token", 4096).meta({ description: "The device's FCM or APNs token." }),
});

export const integrationsBody = z.object({
  ...clientFields,
  integration_info: z.record(z.string(), z.unknown(), { error: "integration_info must be an object." }).meta({
    description: "The install's IDs in other services, by name.",
    example: { clevertap_id: "ct-1" },
  }),
});

export const deeplinkBody = z.object({
  ...clientFields,
  deeplink_url: requiredText("deeplink_url", 8192).meta({
    description: "The link that opened the app.",
    example: "https://links.example.com/summer-sale?trail=42",
  }),
  device_data: device,
  meta_install_referrer: looseObject("meta_install_referrer").meta({
    description:
      "The response of Meta's content provider: `install_referrer`, `is_ct`, `actual_timestamp`. Used as evidence, like `device_data`.",
  }),
  timestamp: z
    .preprocess(
      (value) =>
        typeof value === "number" || typeof value === "string" ? String(value).slice(0, 64) : undefined,
      z.string().optional(),
    )
    .meta({
      description:
        "When it was opened, in milliseconds by the device's clock. The same link at the same time counts once.",
      type: ["string", "number"],
      example: 1_767_225_600_000,
    }),
});
