import { z } from "zod";
import { timeIn } from "@/lib/facts/installs/moment";

/**
 * Bodies of the calls of apps. Clients in the field differ: `""` and `null` mean absent, unknown keys are ignored,
 * versions come as numbers too. What is left must be right, or is refused by name.
 */
export const absent = (value: unknown) => (value === "" || value === null ? undefined : value);

export const optionalText = (field: string, most: number) =>
  z.preprocess(
    absent,
    z
      .string({ error: `${field} must be a string.` })
      .max(most, `${field} must not be longer than ${most} characters.`)
      .optional(),
  );

export const requiredText = (field: string, most: number) =>
  z
    .preprocess(
      absent,
      z
        .string({
          error: (issue) =>
            issue.input === undefined ? `${field} is required!` : `${field} must be a string.`,
        })
        .max(most, `${field} must not be longer than ${most} characters.`)
        .refine((value) => value.trim() !== "", `${field} is required!`),
    )
    .meta({ isRequired: true });

const looseText = (field: string, most: number) =>
  z.preprocess(
    (value) => (typeof value === "number" ? String(value) : absent(value)),
    optionalText(field, most),
  );

/** Looked into by nobody here, so taken as it is. */
const anyObject = (field: string) =>
  z
    .custom<Record<string, unknown>>(
      (value) => typeof value === "object" && value !== null && !Array.isArray(value),
      `${field} must be an object.`,
    )
    .meta({ type: "object", additionalProperties: {} });

export const openObject = (field: string) => z.preprocess(absent, anyObject(field).optional());

export const flag = (field: string) =>
  z.preprocess(absent, z.boolean({ error: `${field} must be a boolean.` }).optional());

const platformText = z.preprocess(
  absent,
  z.string({ error: "platform must be a string." }).max(64).optional(),
);

/** On every call. */
export const clientFields = {
  token: z.unknown().meta({ description: "Project token.", type: "string", isRequired: true }),
  install_instance_id: optionalText("install_instance_id", 128).meta({
    description: "A UUID that the app makes once per install, and sends with every call.",
    example: "0b0f6e4c-1d1c-4d43-b1e1-2a6f0c9d7b11",
  }),
  platform: platformText.meta({
    description:
      "`ANDROID` or `IOS`. Of anything else, such as the name of a framework, the platform is found by `device_data`.",
    example: "ANDROID",
  }),
  time_since_app_install: z
    .preprocess(
      (value) => (typeof value === "number" && value >= 0 && value < 1e9 ? value : undefined),
      z.number().optional(),
    )
    .meta({
      description: "Seconds by the app's own clock. Read only while its install is not known here.",
      example: 12.75,
    }),
};

/** Something that is no time says nothing, as clients of others may send such a field with another meaning. */
const deviceTime = (describe: string, example: number) =>
  z
    .preprocess((value) => timeIn(value) ?? undefined, z.date().optional())
    .meta({
      description: describe,
      type: ["string", "number"],
      example,
    });

/** On calls about something that may have happened before it was sent. */
export const clockFields = {
  timestamp: deviceTime(
    "When it happened, by the device's clock: milliseconds since 1970, or ISO 8601 with a zone. It counts then, if that was between a minute and 7 days ago and not before the install; otherwise when it arrives. What the device said is stored either way.",
    1_767_225_600_000,
  ),
  sent_at: deviceTime(
    "When the call was sent, by the same clock. With it the clock may be as wrong as it likes: only the time between the two counts.",
    1_767_225_660_000,
  ),
};

const device = openObject("device_data").meta({
  description:
    "What the app knows of the device: ids (`gaid`, `idfa`, `idfv`, `android_id`), `install_ref`, `adservices_attribution_token`, `brand`, `device_name`, `system_version` and anything else. Later is over earlier; what decisions are made by is read within 24 hours of the install.",
  example: { gaid: "38400000-8cf0-11bd-b23e-10b96e40000d", brand: "google", device_name: "Pixel 9" },
});

export const initBody = z.object({
  ...clientFields,
  install_instance_id: requiredText("install_instance_id", 128).meta({
    description: "A UUID that the app makes once per install, and sends with every call.",
    example: "0b0f6e4c-1d1c-4d43-b1e1-2a6f0c9d7b11",
  }),
  device_data: device,
  app_version: looseText("app_version", 128).meta({ description: "The app's version.", example: "4.2.0" }),
  package_version: looseText("package_version", 128).meta({
    description: "The version of the client that calls.",
    example: "1.0.0",
  }),
  link: optionalText("link", 8192).meta({
    description: "The link that opened the app. One of a campaign of the project counts as its click.",
    example: "https://links.example.com/?c=summer",
  }),
  debug: flag("debug").meta({ description: "The app was built for debugging." }),
});

export const attributionDataBody = z.object({ ...clientFields, device_data: device });

export const pushTokenBody = z.object({
  ...clientFields,
  push_token: requiredText("push_token", 4096).meta({ description: "The device's messaging token." }),
});

export const integrationsBody = z.object({
  ...clientFields,
  integration_info: z.record(z.string(), z.unknown(), { error: "integration_info must be an object." }).meta({
    description: "Ids that the app has with other services. Later ones join those known.",
    example: { clevertap_id: "ct-1" },
  }),
});

export const deeplinkBody = z.object({
  ...clientFields,
  deeplink_url: requiredText("deeplink_url", 8192).meta({
    description: "The link that opened the app.",
    example: "https://links.example.com/summer?trail=42",
  }),
  device_data: device,
  meta_install_referrer: openObject("meta_install_referrer").meta({
    description:
      "What the Meta apps' content provider answered: `install_referrer`, `is_ct`, `actual_timestamp`. Evidence like that of `device_data`.",
  }),
  timestamp: z
    .preprocess(
      (value) =>
        typeof value === "number" || typeof value === "string" ? String(value).slice(0, 64) : undefined,
      z.string().optional(),
    )
    .meta({
      description:
        "When, in milliseconds by the device's clock: the same link at the same time was opened once.",
      type: ["string", "number"],
      example: 1_767_225_600_000,
    }),
});
