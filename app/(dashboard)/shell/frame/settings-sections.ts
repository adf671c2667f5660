import type { Action } from "@/lib/accounts/access/roles";

export type SettingsSection = { label: string; path: string; about: string; needs?: Action };
type SettingsGroup = { label: string; sections: readonly SettingsSection[] };

/** The pages of a project's settings, in the order of their menu. Settings for programs are under Developers. */
export const settingsGroups: readonly SettingsGroup[] = [
  {
    label: "General",
    sections: [
      { label: "Details", path: "details", about: "Name, platforms, time zone and currency" },
      { label: "Limits", path: "limits", about: "How often each API may be called" },
      { label: "Billing", path: "billing", about: "Suspend the project, with a payment link" },
      {
        label: "Archive or delete",
        path: "archive",
        about: "Archive or restore the project, or delete it with all its data",
      },
    ],
  },
  {
    label: "Links",
    sections: [
      { label: "Domains", path: "domains", about: "The domains your links use" },
      { label: "App links", path: "app-links", about: "Open links straight in your app" },
      { label: "Link pages", path: "link-pages", about: "The look of link pages" },
      { label: "Campaign templates", path: "templates", about: "Settings that new campaigns start with" },
      { label: "Store listings", path: "store-listings", about: "Store pages of the app" },
    ],
  },
  {
    label: "Networks",
    sections: [
      {
        label: "Ad accounts",
        path: "ad-accounts",
        about: "Ad network accounts for campaigns and spend",
      },
      { label: "Ad networks", path: "ad-networks", about: "Networks of your own: click IDs and macros" },
      { label: "Affiliates", path: "affiliates", about: "Partners you assign campaigns to" },
      { label: "Meta referrer", path: "networks", about: "The key for Meta’s encrypted install referrer" },
      {
        label: "Uninstalls",
        path: "uninstalls",
        about: "Uninstall tracking with Firebase and Apple push",
      },
      {
        label: "Conversion values",
        path: "conversions",
        about: "Conversion values that iOS apps report to Apple",
      },
    ],
  },
  {
    label: "Data & privacy",
    sections: [
      {
        label: "Privacy",
        path: "privacy",
        about: "Data requests and data retention: export, erase, retention periods",
      },
      {
        label: "Share links",
        path: "shares",
        about: "Read-only pages for clients without an account",
        needs: "shares.write",
      },
      { label: "Audit log", path: "audit", about: "Changes, with author and time", needs: "audit.read" },
    ],
  },
];
