import { t } from "@/lib/base/languages/texts";

/** The meanings of a file's columns, by the headers of each network, and the network that wrote a file. Pure. */

const spell = (header: string) =>
  header
    .toLowerCase()
    .replace(/\(.*?\)|\[.*?\]/g, " ")
    .replace(/[_\-/]+/g, " ")
    .replace(/[^\p{L}\p{N} .]/gu, "")
    .replace(/\s+/g, " ")
    .trim();

type FieldEntry = { label: string; headers: readonly string[]; needed?: boolean };

export const fieldTable = {
  date: {
    label: t("Day"),
    headers: [
      "date",
      "day",
      "by day",
      "reporting starts",
      "start date",
      "report date",
      "date start",
      "stat time day",
      "datum",
      "tag",
      "fecha",
      "jour",
    ],
    needed: true,
  },
  date_end: { label: t("Last day"), headers: ["reporting ends", "end date", "date stop", "date end"] },
  campaign: {
    label: t("Display ID of the campaign"),
    headers: ["display id", "campaign display id", "cairn campaign"],
  },
  campaign_id: {
    label: t("Campaign ID at the network"),
    headers: ["campaign id", "network campaign id", "id campaign"],
  },
  campaign_name: {
    label: t("Campaign name"),
    headers: ["campaign name", "campaign", "kampagne", "campaña", "campagne"],
  },
  ad_set_id: { label: t("Ad set id"), headers: ["ad set id", "adset id", "ad group id", "adgroup id"] },
  ad_set_name: {
    label: t("Ad set name"),
    headers: [
      "ad set name",
      "adset name",
      "ad group name",
      "adgroup name",
      "ad set",
      "ad group",
      "ad squad name",
    ],
  },
  creative_id: { label: t("Creative id"), headers: ["ad id", "creative id", "ad creative id"] },
  creative_name: {
    label: t("Creative name"),
    headers: ["ad name", "creative name", "ad creative name", "creative", "ad"],
  },
  keyword_id: { label: t("Keyword id"), headers: ["keyword id", "criterion id"] },
  keyword_name: {
    label: t("Keyword"),
    headers: ["keyword", "keyword text", "search keyword", "keyword name"],
  },
  platform: {
    label: t("Platform"),
    headers: ["platform", "os", "operating system", "device platform", "mobile os"],
  },
  country: {
    label: t("Country"),
    headers: [
      "country",
      "country code",
      "country region",
      "country or region",
      "country territory",
      "user location",
      "land",
      "país",
      "pays",
    ],
  },
  amount: {
    label: t("Amount"),
    headers: [
      "amount spent",
      "spend",
      "cost",
      "local spend",
      "total cost",
      "amount",
      "total spend",
      "spent",
      "kosten",
      "gasto",
      "coût",
    ],
    needed: true,
  },
  currency: {
    label: t("Currency"),
    headers: ["currency", "currency code", "account currency", "local spend currency"],
  },
  network: { label: t("Network"), headers: ["network", "ad network", "channel", "media source"] },
  impressions: { label: t("Impressions"), headers: ["impressions", "impr.", "impr"] },
  clicks: {
    label: t("Clicks"),
    headers: ["link clicks", "clicks", "taps", "clicks destination", "swipe ups"],
  },
  installs: {
    label: t("Installs"),
    headers: [
      "app installs",
      "mobile app installs",
      "installs",
      "installs total",
      "total installs",
      "real time app install",
      "app install",
    ],
  },
} as const satisfies Record<string, FieldEntry>;

export type FieldName = keyof typeof fieldTable;
export const fieldNames = Object.keys(fieldTable) as FieldName[];
export type Columns = Partial<Record<FieldName, number>>;

const fieldOf = new Map<string, { field: FieldName; rank: number }>(
  fieldNames.flatMap((field) =>
    fieldTable[field].headers.map((header, rank) => [header, { field, rank }] as const),
  ),
);

export const isKnownHeader = (header: string): boolean => fieldOf.has(spell(header));

/** The best matching column for each field. */
export function guessColumns(headers: readonly string[]): Columns {
  const columns: Columns = {};
  const ranks: Partial<Record<FieldName, number>> = {};
  headers.forEach((header, index) => {
    const known = fieldOf.get(spell(header));
    if (!known || (ranks[known.field] ?? Number.POSITIVE_INFINITY) <= known.rank) return;
    columns[known.field] = index;
    ranks[known.field] = known.rank;
  });
  return columns;
}

/** Headers that only one network's exports use. */
const marks: [string, readonly string[]][] = [
  [
    "META",
    ["amount spent", "reporting starts", "reporting ends", "ad set name", "link clicks", "ad set budget"],
  ],
  [
    "TIKTOK",
    ["by day", "ad group name", "stat time day", "cpc destination", "clicks destination", "video views"],
  ],
  [
    "APPLE_SEARCH_ADS",
    ["local spend", "taps", "ttr", "avg cpt", "keyword id", "match source", "search match"],
  ],
  [
    "GOOGLE",
    ["currency code", "campaign type", "impr.", "avg. cpc", "ad group", "campaign status", "conversions"],
  ],
];

/** Null if the headers do not identify a network. */
export function guessNetwork(headers: readonly string[]): string | null {
  const spelt = new Set(headers.map(spell));
  const scored = marks
    .map(([network, names]) => ({ network, score: names.filter((name) => spelt.has(name)).length }))
    .sort((a, b) => b.score - a.score);
  const [first, second] = scored;
  return first && first.score >= 2 && first.score > (second?.score ?? 0) ? first.network : null;
}

/** The currency in a header such as `Amount spent (EUR)`. */
export const currencyInHeader = (header: string): string | null =>
  /[([]\s*([A-Z]{3})\s*[)\]]/.exec(header)?.[1] ?? null;
