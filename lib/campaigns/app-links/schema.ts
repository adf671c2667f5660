/** The settings that link a project to its iOS and Android apps. Runs in the browser too. */
import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";

const maxApps = 20;

const teamId = z
  .string({ error: t("The team ID must be text.") })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{10}$/, t("Enter a team ID: ten letters and digits, such as ABCDE12345."));

const bundleId = z
  .string({ error: t("The bundle ID must be text.") })
  .trim()
  .max(155, t("A bundle ID can have at most 155 characters."))
  .regex(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/, t("Enter a bundle ID, such as com.example.app."));

const packageName = z
  .string({ error: t("The package name must be text.") })
  .trim()
  .max(150, t("A package name can have at most 150 characters."))
  .regex(
    /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$/,
    t("Enter a package name, such as com.example.app."),
  );

/** Consoles and keytool print fingerprints with or without colons, in either case, and with a label. */
export const certificateFingerprint = z
  .string({ error: t("A fingerprint must be text.") })
  .transform((text, context) => {
    const hex = text
      .trim()
      .replace(/^sha-?256\s*:?\s*/i, "")
      .replace(/[\s:]/g, "")
      .toUpperCase();
    if (/^[0-9A-F]{64}$/.test(hex)) return hex.match(/../g)!.join(":");
    context.addIssue({
      code: "custom",
      message:
        /^[0-9A-F]{40}$/.test(hex) || /^[0-9A-F]{32}$/.test(hex)
          ? t("This is a SHA-1 or MD5 fingerprint. Use the SHA-256 one.")
          : t("Enter a SHA-256 fingerprint: 32 pairs of 0–9 and A–F."),
    });
    return z.NEVER;
  });

const iosApp = z.object({ team_id: teamId, bundle_id: bundleId });

const androidApp = z.object({
  package_name: packageName,
  sha256_cert_fingerprints: z
    .array(certificateFingerprint, { error: t("Fingerprints must be a list.") })
    .min(1, t("Add the SHA-256 fingerprint of the signing key."))
    .max(20, t("Enter at most 20 fingerprints."))
    .transform((list) => [...new Set(list)]),
});

const maxFileBytes = 128 * 1024;

/** A member's existing file, served unchanged. Blank and null mean the file generated from the apps. */
const pastedFile = (what: string, fits: (value: unknown) => string | null) =>
  z
    .string({ error: t("{what} must be text.", { what }) })
    .trim()
    .nullable()
    .transform((text, context) => {
      if (!text) return null;
      const problem = problemOf(what, text, fits);
      if (problem === null) return text;
      context.addIssue({ code: "custom", message: problem });
      return z.NEVER;
    });

function problemOf(what: string, text: string, fits: (value: unknown) => string | null): string | null {
  if (new TextEncoder().encode(text).byteLength > maxFileBytes)
    return t("{what} must be smaller than 128 KB.", { what });
  if (text.includes("\u0000") || !text.isWellFormed())
    return t("{what} contains characters that are not valid text.", { what });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return t("{what} is not valid JSON.", { what });
  }
  return fits(value);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const appleFile = pastedFile("apple-app-site-association", (value) => {
  const details = isObject(value) && isObject(value.applinks) ? value.applinks.details : undefined;
  return Array.isArray(details) || isObject(details)
    ? null
    : t("apple-app-site-association must have applinks with details.");
});

const androidFile = pastedFile("assetlinks.json", (value) =>
  Array.isArray(value) &&
  value.every((one) => isObject(one) && Array.isArray(one.relation) && isObject(one.target))
    ? null
    : t("assetlinks.json must be a list of statements with relation and target."),
);

export const appSettingsInput = z.object({
  ios_apps: z
    .array(iosApp, { error: "ios_apps must be a list." })
    .max(maxApps, t("Add at most {maxApps} apps.", { maxApps }))
    .default([]),
  android_apps: z
    .array(androidApp, { error: "android_apps must be a list." })
    .max(maxApps, t("Add at most {maxApps} apps.", { maxApps }))
    .default([]),
  apple_app_site_association: appleFile.default(null),
  assetlinks: androidFile.default(null),
});
export type AppSettingsInput = z.output<typeof appSettingsInput>;

/** The settings, and the files as served. */
export const appSettings = z.object({
  ios_apps: z.array(z.object({ team_id: z.string(), bundle_id: z.string() })),
  android_apps: z.array(
    z.object({ package_name: z.string(), sha256_cert_fingerprints: z.array(z.string()) }),
  ),
  apple_app_site_association: z.string().nullable(),
  assetlinks: z.string().nullable(),
  updated_at: timestamp.nullable(),
  served: z.object({
    /** Null if there is no file and the address returns 404. */
    apple_app_site_association: z.string().nullable(),
    assetlinks: z.string().nullable(),
  }),
});
export type AppSettings = z.output<typeof appSettings>;
