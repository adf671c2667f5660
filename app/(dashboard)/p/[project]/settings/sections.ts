/** The pages of a project's settings, in the order of their menu. */
export const settingsSections = [
  { label: "Details", path: "details", about: "Name, platforms, time zone and currency" },
  { label: "App token", path: "token", about: "What the app sends to say which project it is" },
  { label: "Signing", path: "signing", about: "Only calls that your own app has signed" },
  { label: "Server keys", path: "server-keys", about: "Credentials of your own programs" },
  { label: "Domains", path: "domains", about: "The hosts of your links" },
  { label: "App links", path: "app-links", about: "Let links open your app by themselves" },
  { label: "Conversion values", path: "conversions", about: "What iOS apps report to Apple" },
  { label: "Store listings", path: "store-listings", about: "Where people get the app" },
  { label: "Affiliates", path: "affiliates", about: "Partners that campaigns can be tied to" },
  { label: "Ad accounts", path: "ad-accounts", about: "Accounts with ad networks that campaigns belong to" },
  { label: "Networks", path: "networks", about: "The key for Meta’s encrypted install referrer" },
  {
    label: "Privacy",
    path: "privacy",
    about: "Export or erase a person, and how long facts are kept: retention periods",
  },
  { label: "Test devices", path: "test-devices", about: "Phones of your own that stand in no figure" },
  { label: "Limits", path: "limits", about: "How often the interfaces may be called" },
  { label: "Billing", path: "billing", about: "Suspend the project, with a link to pay" },
  { label: "Audit log", path: "audit", about: "Who changed what, and when" },
] as const;
