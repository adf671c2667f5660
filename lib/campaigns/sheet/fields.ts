/** The columns of a campaign sheet, and their accepted headers. Pure; the browser uses it too. */

/** The label is the name of the column in the file, which the server reads, so it has no translation. */
type Column = { label: string; headers: readonly string[] };

export const sheetFields = {
  name: { label: "Name", headers: ["name", "campaign", "campaign name", "title"] },
  custom_display_id: {
    label: "Display ID",
    headers: ["display id", "custom display id", "slug", "link id"],
  },
  template: { label: "Template", headers: ["template", "settings"] },
  network: { label: "Network", headers: ["network", "ad network", "channel"] },
  network_campaign_id: {
    label: "Network campaign ID",
    headers: ["network campaign id", "campaign id", "external id"],
  },
  affiliate: { label: "Affiliate", headers: ["affiliate", "partner", "influencer"] },
  tags: { label: "Tags", headers: ["tags", "tag", "labels"] },
  domain: { label: "Domain", headers: ["domain", "host"] },
  deeplink: { label: "Deeplink", headers: ["deeplink", "deep link", "app link"] },
  link_for_desktop_users: {
    label: "Website",
    headers: [
      "website",
      "url",
      "desktop url",
      "web url",
      "destination",
      "landing page",
      "link for desktop users",
    ],
  },
  ios_web_redirect: { label: "iPhone URL", headers: ["iphone url", "ios url", "ios web redirect", "ios"] },
  android_web_redirect: {
    label: "Android URL",
    headers: ["android url", "android web redirect", "android"],
  },
  starts_at: { label: "Starts", headers: ["starts", "start", "start date", "starts at"] },
  ends_at: { label: "Ends", headers: ["ends", "end", "end date", "ends at", "expires"] },
  click_limit: { label: "Click limit", headers: ["click limit", "max clicks", "clicks"] },
  reengagement_days: {
    label: "Re-engagement window",
    headers: ["re engagement window", "reengagement window", "reengagement days", "re engagement days"],
  },
  purpose: { label: "Purpose", headers: ["purpose", "campaign purpose", "goal"] },
  social_title: { label: "Preview title", headers: ["preview title", "social title"] },
  social_text: { label: "Preview text", headers: ["preview text", "social text", "description"] },
  social_image: { label: "Preview image", headers: ["preview image", "social image", "image"] },
} as const satisfies Record<string, Column>;

export type SheetField = keyof typeof sheetFields;

const spell = (header: string) =>
  header
    .toLowerCase()
    .replace(/[_\-\s]+/g, " ")
    .trim();

const fieldByHeader = new Map<string, SheetField>(
  Object.entries(sheetFields).flatMap(([field, { headers }]) =>
    headers.map((header) => [header, field as SheetField] as const),
  ),
);

export const sheetFieldOf = (header: string): SheetField | null => fieldByHeader.get(spell(header)) ?? null;
