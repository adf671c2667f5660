import { t } from "@/lib/base/languages/texts";
import type { Screen } from "./screens";

/** A section elsewhere is only a link to a screen of another menu. */
type SettingsGroup = { label: string; sections: readonly (Screen & { isElsewhere?: true })[] };

/** The pages of a project's settings, in the order of their menu. Settings of one feature are with that feature. */
export const settingsGroups: readonly SettingsGroup[] = [
  {
    label: t("Project"),
    sections: [
      { label: t("Details"), path: "/settings/details", about: t("Name, platforms, time zone and currency") },
      {
        label: t("Ad revenue settings"),
        path: "/settings/ad-revenue",
        about: t("Callbacks of ad mediations, and adding up by the hour"),
      },
      { label: t("Limits"), path: "/settings/limits", about: t("How often each API may be called") },
      {
        label: t("Privacy"),
        path: "/settings/privacy",
        about: t("Data requests and data retention: export, erase, retention periods"),
      },
      {
        label: t("Share links"),
        path: "/settings/shares",
        about: t("Read-only pages for clients without an account"),
        needs: "shares.write",
      },
      {
        label: t("Audit log"),
        path: "/settings/audit",
        about: t("Changes, with author and time"),
        needs: "audit.read",
      },
      {
        label: t("Billing"),
        path: "/settings/billing",
        about: t("Suspend the project, with a payment link"),
        feature: "billing",
      },
      {
        label: t("Archive or delete"),
        path: "/settings/archive",
        about: t("Archive or restore the project, or delete it with all its data"),
      },
    ],
  },
  {
    label: t("Campaigns"),
    sections: [
      {
        label: t("Links"),
        path: "/settings/links",
        screens: [
          {
            label: t("Domains"),
            path: "/settings/links",
            tab: true,
            about: t("The domains your links use"),
          },
          {
            label: t("App links"),
            path: "/settings/links/app-links",
            tab: true,
            about: t("Open links straight in your app"),
          },
          {
            label: t("Link pages"),
            path: "/settings/links/pages",
            tab: true,
            about: t("The look of link pages"),
          },
          {
            label: t("Store listings"),
            path: "/settings/links/store-listings",
            tab: true,
            about: t("Store pages of the app"),
          },
        ],
      },
      {
        label: t("Ad networks"),
        path: "/settings/ad-networks",
        about: t("Networks of your own: click IDs and macros"),
      },
      {
        label: t("Ad accounts"),
        path: "/spend/sources",
        isElsewhere: true,
      },
      {
        label: t("Affiliates"),
        path: "/settings/affiliates",
        about: t("Partners you assign campaigns to"),
        feature: "affiliates",
      },
    ],
  },
  {
    label: t("More"),
    sections: [
      {
        label: t("Optional features"),
        path: "/settings/features",
        about: t("Web to app, iOS, affiliates, billing"),
      },
    ],
  },
];
