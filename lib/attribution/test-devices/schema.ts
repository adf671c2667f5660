/** Devices whose installs are excluded from all figures. Runs in the browser too. */
import { z } from "zod";
import { requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { deviceIdOf } from "@/lib/traffic/links/device-ids";

export const markInput = z.object({
  test: z.boolean({ error: t("Test must be true or false.") }),
  /** Also the device's other installs and later ones. */
  device: z.boolean({ error: t("Device must be true or false.") }).default(false),
});
export type MarkInput = z.output<typeof markInput>;

export const markResult = z.object({ is_test: z.boolean(), installs: z.number().int() });

export const deviceInput = z.object({
  device_id: requiredLine(t("Device ID"), 128)
    .transform((text) => text.toLowerCase())
    .refine(
      (text) => !/^[0-]*$/.test(text),
      t("This ID is all zeros, which phones send when they hide their ID. It identifies no device."),
    )
    .refine((text) => !/\s/.test(text), t("The ID contains a space. Paste one ID."))
    .refine(
      (text) => /^[0-]*$/.test(text) || /\s/.test(text) || deviceIdOf(text) !== null,
      t("This is not a device ID: an advertising or vendor ID has 32 hex digits, an Android ID 8 to 16."),
    ),
  name: requiredLine(t("Name"), 100),
});
export type DeviceInput = z.output<typeof deviceInput>;

export const testDeviceList = z.object({
  devices: z.array(
    z.object({
      device_id: z.string(),
      name: z.string(),
      added_by: z.string(),
      added_at: timestamp,
      installs: z.number().int(),
      last_seen_at: timestamp.nullable(),
    }),
  ),
  /** The newest 200. */
  installs: z.array(
    z.object({
      id: z.string(),
      installed_at: timestamp,
      platform: z.string(),
      device_model: z.string().nullable(),
      user_id: z.string().nullable(),
      /** The install is a test because its device is on the list. */
      listed: z.boolean(),
    }),
  ),
});
export type TestDevice = z.output<typeof testDeviceList>["devices"][number];
export type TestInstall = z.output<typeof testDeviceList>["installs"][number];

export const deviceChanged = z.object({ installs: z.number().int() });
