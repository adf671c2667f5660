import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { type AppLinksRow, findAppLinks, saveAppLinks } from "@/lib/campaigns/app-links/queries";
import { linkFileText } from "@/lib/campaigns/app-links/rules";
import type { AppSettingsInput, appSettings } from "@/lib/campaigns/app-links/schema";

type Settings = z.output<typeof appSettings>;

const none = { iosApps: [], androidApps: [], appleFile: null, androidFile: null };

const present = (links: AppLinksRow | null): Settings => ({
  ios_apps: links?.iosApps ?? [],
  android_apps: links?.androidApps ?? [],
  apple_app_site_association: links?.appleFile ?? null,
  assetlinks: links?.androidFile ?? null,
  updated_at: links?.updatedAt.toISOString() ?? null,
  served: {
    apple_app_site_association: linkFileText("apple-app-site-association", links ?? none),
    assetlinks: linkFileText("assetlinks.json", links ?? none),
  },
});

export const readAppSettings = async (project: Project) => present(await findAppLinks(project.id));

export async function changeAppSettings(
  project: Project,
  input: AppSettingsInput,
  by: Actor,
  now: Date,
): Promise<Settings> {
  const links = {
    iosApps: input.ios_apps,
    androidApps: input.android_apps,
    appleFile: input.apple_app_site_association,
    androidFile: input.assetlinks,
  };
  return present(await saveAppLinks(project.accountId, project.id, links, by, now));
}
