import type { z } from "zod";
import type { FormOf } from "@/components/fields/form";
import { type LinkFile, linkFileText } from "@/lib/campaigns/app-links/rules";
import { appSettingsInput } from "@/lib/campaigns/app-links/schema";

/** A form has every list, although a request may omit some. */
export const appLinksValues = appSettingsInput.required();
export type AppLinksValues = z.input<typeof appLinksValues>;
export type AppLinksForm = FormOf<AppLinksValues, z.output<typeof appLinksValues>>;

/**
 * The file after the form is saved; null for no file, undefined while the input is incomplete. The other system's
 * fields have no influence.
 */
export function appLinksFileText(file: LinkFile, values: AppLinksValues): string | null | undefined {
  const own =
    file === "assetlinks.json"
      ? { android_apps: values.android_apps, assetlinks: values.assetlinks }
      : { ios_apps: values.ios_apps, apple_app_site_association: values.apple_app_site_association };
  const { data } = appSettingsInput.safeParse(own);
  if (!data) return undefined;
  return linkFileText(file, {
    iosApps: data.ios_apps,
    androidApps: data.android_apps,
    appleFile: data.apple_app_site_association,
    androidFile: data.assetlinks,
  });
}

/** The file generated from the apps, even if a pasted one replaces it. */
export const generatedFileText = (file: LinkFile, values: AppLinksValues) =>
  appLinksFileText(file, { ...values, apple_app_site_association: null, assetlinks: null });

/** Indented for readers; phones accept both forms. */
export function indentedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
