import { t } from "@/lib/base/languages/texts";

/** The columns of a campaign sheet, and their accepted headers. Pure; the browser uses it too. */

type Column = { label: string; headers: readonly string[] };

export const sheetFields = {
  name: { label: t("Name"), headers: ["name", "campaign", "campaign name", "title"] },
  custom_display_id: {
    label: t("Display ID"),
    headers: ["display id", "custom display id", "slug", "link id"],
  },
  template: { label: t("Template"), headers: ["template", "settings"] },
  network: { label: t("Network"), headers: ["network", "ad network", "channel"] },
  network_campaign_id: {
    label: t("Network campaign ID"),
    headers: ["network campaign id", "campaign id", "external id"],
  },
  affiliate: { label: t("Affiliate"), headers: ["affiliate", "partner", "influencer"] },
  tags: { label: t("Tags"), headers: ["tags", "tag", "labels"] },
  domain: { label: t("Domain"), headers: ["domain", "host"] },
  deeplink: { label: t("Deeplink"), headers: ["deeplink", "deep link", "app link"] },
  link_for_desktop_users: {
    label: t("Website"),
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
  ios_web_redirect: { label: t("iPhone URL"), headers: ["iphone url", "ios url", "ios web redirect", "ios"] },
  android_web_redirect: {
    label: t("Android URL"),
    headers: ["android url", "android web redirect", "android"],
  },
  starts_at: { label: t("Starts"), headers: ["starts", "start", "start date", "starts at"] },
  ends_at: { label: t("Ends"), headers: ["ends", "end", "end date", "ends at", "expires"] },
  click_limit: { label: t("Click limit"), headers: ["click limit", "max clicks", "clicks"] },
  reengagement_days: {
    label: t("Re-engagement window"),
    headers: ["re engagement window", "reengagement window", "reengagement days", "re engagement days"],
  },
  purpose: { label: t("Purpose"), headers: ["purpose", "campaign purpose", "goal"] },
  social_title: { label: t("Preview title"), headers: ["preview title", "social title"] },
  social_text: { label: t("Preview text"), headers: ["preview text", "social text", "description"] },
  social_image: { label: t("Preview image"), headers: ["preview image", "social image", "image"] },
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
