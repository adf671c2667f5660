import type { Screen } from "./screens";

/** A section elsewhere is only a link to a screen of another menu. */
type SettingsGroup = { label: string; sections: readonly (Screen & { isElsewhere?: true })[] };

/** The pages of a project's settings, in the order of their menu. Settings of one feature are with that feature. */
export const settingsGroups: readonly SettingsGroup[] = [
  {
    label: "Project",
    sections: [
      { label: "Details", path: "/settings/details", about: "Name, platforms, time zone and currency" },
      {
        label: "Ad revenue settings",
        path: "/settings/ad-revenue",
        about: "Callbacks of ad mediations, and adding up by the hour",
      },
      { label: "Limits", path: "/settings/limits", about: "How often each API may be called" },
      {
        label: "Privacy",
        path: "/settings/privacy",
        about: "Data requests and data retention: export, erase, retention periods",
      },
      {
        label: "Share links",
        path: "/settings/shares",
        about: "Read-only pages for clients without an account",
        needs: "shares.write",
      },
      {
        label: "Audit log",
        path: "/settings/audit",
        about: "Changes, with author and time",
        needs: "audit.read",
      },
      {
        label: "Billing",
        path: "/settings/billing",
        about: "Suspend the project, with a payment link",
        feature: "billing",
      },
      {
        label: "Archive or delete",
        path: "/settings/archive",
        about: "Archive or restore the project, or delete it with all its data",
      },
    ],
  },
  {
    label: "Campaigns",
    sections: [
      {
        label: "Links",
        path: "/settings/links",
        screens: [
          {
            label: "Domains",
            path: "/settings/links",
            tab: true,
            about: "The domains your links use",
          },
          {
            label: "App links",
            path: "/settings/links/app-links",
            tab: true,
            about: "Open links straight in your app",
          },
          {
            label: "Link pages",
            path: "/settings/links/pages",
            tab: true,
            about: "The look of link pages",
          },
          {
            label: "Store listings",
            path: "/settings/links/store-listings",
            tab: true,
            about: "Store pages of the app",
          },
        ],
      },
      {
        label: "Ad networks",
        path: "/settings/ad-networks",
        about: "Networks of your own: click IDs and macros",
      },
      {
        label: "Ad accounts",
        path: "/spend/sources",
        isElsewhere: true,
      },
      {
        label: "Affiliates",
        path: "/settings/affiliates",
        about: "Partners you assign campaigns to",
        feature: "affiliates",
      },
    ],
  },
  {
    label: "More",
    sections: [
      {
        label: "Optional features",
        path: "/settings/features",
        about: "Web to app, iOS, affiliates, billing",
      },
    ],
  },
];
