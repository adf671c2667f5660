import type { z } from "zod";
import type { FormOf } from "@/components/fields/form";
import { fileText, type LinkFile } from "@/lib/campaigns/app-links/rules";
import { appSettingsInput } from "@/lib/campaigns/app-links/schema";

/** A form holds every list, whatever a request may leave out. */
export const appLinksValues = appSettingsInput.required();
export type AppLinksValues = z.input<typeof appLinksValues>;
export type AppLinksForm = FormOf<AppLinksValues, z.output<typeof appLinksValues>>;

/**
 * The file as it will be once the form is saved; null for no file, undefined while what is typed is not complete.
 * The other system's part of the form has no say.
 */
export function fileOf(file: LinkFile, values: AppLinksValues): string | null | undefined {
  const own =
    file === "assetlinks.json"
      ? { android_apps: values.android_apps, assetlinks: values.assetlinks }
      : { ios_apps: values.ios_apps, apple_app_site_association: values.apple_app_site_association };
  const { data } = appSettingsInput.safeParse(own);
  if (!data) return undefined;
  return fileText(file, {
    iosApps: data.ios_apps,
    androidApps: data.android_apps,
    appleFile: data.apple_app_site_association,
    androidFile: data.assetlinks,
  });
}

/** The one made from the apps, whatever is pasted. */
export const madeText = (file: LinkFile, values: AppLinksValues) =>
  fileOf(file, { ...values, apple_app_site_association: null, assetlinks: null });

/** For eyes; the phones do not mind. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
