/** What a server key may be used for. Keys that were made without a choice have `api`. */
export const keyScopes = {
  api: {
    label: "Server API",
    meaning: "Campaigns, reports, spend and server events under /api/v1.",
  },
  raw: { label: "Raw data", meaning: "Rows of every dataset, without personal data." },
  ad_revenue: {
    label: "Ad revenue callbacks",
    meaning: "Only to report ad revenue, in the URL that an ad mediation calls for each impression.",
  },
  mcp: { label: "Assistants", meaning: "Figures and lists for AI assistants, over MCP. Read-only." },
  personal: {
    label: "Personal data",
    meaning: "Also names, emails, device data and event fields, in raw data and for assistants.",
  },
} as const;

export type KeyScope = keyof typeof keyScopes;
export const keyScopeNames = Object.keys(keyScopes) as KeyScope[];
