export type SettingsSection = { label: string; path: string; about: string };
type SettingsGroup = { label: string; sections: readonly SettingsSection[] };

/** The pages of a project's settings, in the order of their menu. What programs need is among Developers. */
export const settingsGroups: readonly SettingsGroup[] = [
  {
    label: "General",
    sections: [
      { label: "Details", path: "details", about: "Name, platforms, time zone and currency" },
      { label: "Limits", path: "limits", about: "How often the interfaces may be called" },
      { label: "Billing", path: "billing", about: "Suspend the project, with a link to pay" },
      { label: "Archive", path: "archive", about: "Take the project out of the way, or bring it back" },
    ],
  },
  {
    label: "Links",
    sections: [
      { label: "Domains", path: "domains", about: "The hosts of your links" },
      { label: "App links", path: "app-links", about: "Let links open your app by themselves" },
      { label: "Store listings", path: "store-listings", about: "Where people get the app" },
    ],
  },
  {
    label: "Networks",
    sections: [
      {
        label: "Ad accounts",
        path: "ad-accounts",
        about: "Accounts with ad networks that campaigns belong to",
      },
      { label: "Affiliates", path: "affiliates", about: "Partners that campaigns can be tied to" },
      { label: "Meta referrer", path: "networks", about: "The key for Meta’s encrypted install referrer" },
      { label: "Conversion values", path: "conversions", about: "What iOS apps report to Apple" },
    ],
  },
  {
    label: "Data & privacy",
    sections: [
      {
        label: "Privacy",
        path: "privacy",
        about: "Export or erase a person, and how long facts are kept: retention periods",
      },
      { label: "Audit log", path: "audit", about: "Who changed what, and when" },
    ],
  },
];
