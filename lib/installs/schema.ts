import { z } from "zod";

/**
 * What apps send. Clients in the field differ: `""` and `null` mean absent, unknown keys are ignored, versions come
 * as numbers too. What is left must be right, or is refused by name.
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
  z.preprocess(
    absent,
    z
      .string({
        error: (issue) =>
          issue.input === undefined ? `${field} is required!` : `${field} must be a string.`,
      })
      .max(most, `${field} must not be longer than ${most} characters.`)
      .refine((value) => value.trim() !== "", `${field} is required!`),
  );

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
  token: z.unknown().meta({ description: "Project token. Required.", type: "string" }),
  install_instance_id: optionalText("install_instance_id", 128),
  platform: platformText,
  /** Seconds, by the app's own clock; used only while its install is not known. */
  time_since_app_install: z.preprocess(
    (value) => (typeof value === "number" && value >= 0 && value < 1e9 ? value : undefined),
    z.number().optional(),
  ),
};

export const initBody = z.object({
  ...clientFields,
  install_instance_id: requiredText("install_instance_id", 128),
  device_data: openObject("device_data"),
  app_version: looseText("app_version", 128),
  package_version: looseText("package_version", 128),
  link: optionalText("link", 8192),
  debug: flag("debug"),
});

export const attributionDataBody = z.object({ ...clientFields, device_data: openObject("device_data") });

export const pushTokenBody = z.object({ ...clientFields, push_token: requiredText("push_token", 4096) });

export const integrationsBody = z.object({
  ...clientFields,
  integration_info: z.record(z.string(), z.unknown(), { error: "integration_info must be an object." }),
});

export const deeplinkBody = z.object({
  ...clientFields,
  deeplink_url: requiredText("deeplink_url", 8192),
  device_data: openObject("device_data"),
  meta_install_referrer: openObject("meta_install_referrer"),
  /** Milliseconds, of the device; only ever compared with itself. */
  timestamp: z.preprocess(
    (value) =>
      typeof value === "number" || typeof value === "string" ? String(value).slice(0, 64) : undefined,
    z.string().optional(),
  ),
});
