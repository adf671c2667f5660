/** The debug console: watched devices, and their calls. Runs in the browser too. */
import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";

const badScheme = t("Enter the scheme of your app's links, such as myapp.");

export const watchInput = z
  .object({
    /** Any ID of the device or install. */
    id: z.string().trim().max(128, t("The ID is too long.")).optional(),
    scheme: z
      .string()
      .trim()
      .toLowerCase()
      .transform((text) => text.replace(/:\/\/.*$/, ""))
      .refine((text) => text === "" || /^[a-z][a-z0-9+.-]{0,63}$/.test(text), badScheme)
      .optional(),
  })
  .superRefine(({ id, scheme }, context) => {
    if (Boolean(id) !== Boolean(scheme)) return;
    const [field, message] =
      id === "" && scheme === undefined
        ? ["id", t("Enter an ID.")]
        : scheme === "" && id === undefined
          ? ["scheme", t("Enter the scheme, such as myapp.")]
          : ["id", t("Enter a scheme or an ID.")];
    context.addIssue({ code: "custom", path: [field], message });
  });

const watch = z.object({
  id: z.string(),
  /** The link in the QR code; null once a device has followed it. */
  link: z.string().nullable(),
  install_instance_id: z.string().nullable(),
  install_id: z.string().nullable(),
  device_model: z.string().nullable(),
  platform: z.string().nullable(),
  calls: z.number().int(),
  last_call_at: timestamp.nullable(),
  created_by: z.string(),
  expires_at: timestamp,
});
export type Watch = z.output<typeof watch>;

export const watches = z.object({ devices: z.array(watch), scheme: z.string().nullable() });
/** The ID of the new or removed watch. */
export const watchId = z.object({ id: z.string() });

const call = z.object({
  id: z.string(),
  at: timestamp,
  path: z.string(),
  status: z.number().int(),
  took_ms: z.number().int(),
  sent: z.record(z.string(), z.unknown()),
  answer: z.record(z.string(), z.unknown()),
});
export type WatchedCall = z.output<typeof call>;

export const watchedDevice = z.object({ device: watch, calls: z.array(call) });
