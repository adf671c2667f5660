/** Stored spend for the dashboard. */

import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { currencyDigits } from "@/lib/base/money";
import { limitParam, oneOfParam, rejectValue } from "@/lib/base/params";
import { isCountryCode } from "@/lib/base/text/country-name";
import type { CsvColumns } from "@/lib/base/text/csv";
import { adPartParams } from "@/lib/campaigns/ad-params";
import { networkName } from "@/lib/campaigns/network-name";
import { networkLabel } from "@/lib/campaigns/networks";
import { campaignGroupNamed, campaignGroupOf } from "@/lib/ledger/campaign-groups";
import { unknownCountry, withoutPlatform } from "@/lib/ledger/country";
import { dayParams, nextCursor } from "@/lib/platform/keyset";
import type { DatabaseRow } from "@/lib/platform/lists/schema";
import { spendDay } from "@/lib/spend/schema";

const number = (what: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/, `Enter the ID of ${what}.`)
    .transform(Number)
    .optional();

const spendPlatforms = ["ANDROID", "IOS", withoutPlatform] as const;

export const spendFilter = z.object({
  ...dayParams,
  campaign: z
    .string()
    .transform(
      (text, context) =>
        campaignGroupNamed(text) ?? rejectValue(context, "campaign must be the ID of a campaign."),
    )
    .optional()
    .meta({
      description: "The ID of a campaign, or a group: `network:META`, `affiliate:12` or `tag:brand`.",
    }),
  network: z.string().transform(networkName).optional(),
  import: number("an import").meta({ description: "The ID of an import." }),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, "currency must be a code such as EUR.")
    .transform((text) => text.toUpperCase())
    .optional(),
  ...adPartParams,
  platform: oneOfParam("Platform", spendPlatforms),
  country: z
    .string()
    .transform((text) => (text === unknownCountry ? text : text.toUpperCase()))
    .refine(
      (code) => code === unknownCountry || isCountryCode(code),
      "country must be an ISO 3166 code, or none.",
    )
    .optional()
    .meta({ description: "An ISO 3166 code; `none` for spend that is not broken down by country." }),
});

export type SpendFilter = z.output<typeof spendFilter>;

/** Day, campaign, ad set, creative, keyword, platform, country. */
export type SpendDimensions = [string, number, string, string, string, string, string?];
const text = z.string();
/** Cursors of earlier versions have no country. */
const dimensions = z.tuple([spendDay, z.number().int(), text, text, text, text, text.optional()]);

export const spendQuery = spendFilter.extend({
  limit: limitParam(50, 200),
  before: z
    .string()
    .max(4_000)
    .optional()
    .transform((text, context): SpendDimensions | null => {
      if (text === undefined) return null;
      return (
        readDimensions(text) ??
        rejectValue(context, "The cursor is not valid. Send `next` from the previous response.")
      );
    })
    .meta({ description: "`next` from the previous response." }),
});

export type SpendQuery = z.output<typeof spendQuery>;

function readDimensions(text: string): SpendDimensions | null {
  try {
    const parsed = dimensions.safeParse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return parsed.success && !JSON.stringify(parsed.data).includes("\\u0000") ? parsed.data : null;
  } catch {
    return null;
  }
}

const part = z.object({ id: z.string(), name: z.string().nullable() }).nullable();

export const spendFields = {
  day: z.string(),
  campaign: z.object({
    id: z.number().int(),
    name: z.string(),
    display_id: z.string(),
    deleted: z.boolean(),
    network: z.string().nullable(),
  }),
  ad_set: part,
  creative: part,
  keyword: part,
  platform: z.string().nullable(),
  country: z.string().nullable(),
  /** In the project's currency. */
  amount_minor: z.number().int(),
  currency: z.string(),
  /** The original amount, in its currency. */
  original_minor: z.number().int(),
  import: z.object({ id: z.number().int(), kind: z.string(), name: z.string() }).nullable(),
  updated_at: timestamp,
};

/** A stored row, whose platform and country are empty instead of null. */
export type ListedSpendRow = Omit<DatabaseRow<typeof spendFields>, "platform" | "country"> & {
  platform: string;
  country: string;
};

export function spendCsvColumns({ currency }: { currency: string }): CsvColumns<ListedSpendRow> {
  const scale = 10 ** currencyDigits(currency);
  return {
    Date: "day",
    Campaign: (row) => row.campaign.name,
    "Campaign display ID": (row) => row.campaign.display_id,
    Network: (row) => networkLabel(row.campaign.network),
    "Ad set ID": (row) => row.ad_set?.id ?? null,
    "Ad set": (row) => row.ad_set?.name ?? null,
    "Creative ID": (row) => row.creative?.id ?? null,
    Creative: (row) => row.creative?.name ?? null,
    "Keyword ID": (row) => row.keyword?.id ?? null,
    Keyword: (row) => row.keyword?.name ?? null,
    Platform: "platform",
    Country: "country",
    [`Spend (${currency})`]: (row) => row.amount_minor / scale,
    "Original amount": (row) => row.original_minor / 10 ** currencyDigits(row.currency),
    "Original currency": "currency",
    Source: (row) => row.import?.name ?? null,
  };
}

export const spendList = z.object({
  rows: z.array(z.object(spendFields)),
  next: nextCursor,
  /** Sums of everything that matches, on all pages. */
  totals: z.object({
    rows: z.number().int(),
    amount_minor: z.number().int(),
    days: z.number().int(),
    campaigns: z.number().int(),
  }),
  /** False if the project has no spend at all, so that the screen can explain itself. */
  any: z.boolean(),
});
export type SpendList = z.output<typeof spendList>;
export type ListedSpend = SpendList["rows"][number];

const sumsBy = ["day", "campaign", "source"] as const;

export const sumsQuery = spendFilter.extend({
  by: z.enum(sumsBy, { error: `by must be one of ${sumsBy.join(", ")}.` }),
});

const spendViews = ["day", "source", "row", "total"] as const;
export type SpendView = (typeof spendViews)[number];

export const spendSqlQuery = spendFilter.extend({
  by: z
    .enum(spendViews, { error: `by must be one of ${spendViews.join(", ")}.` })
    .meta({ description: "The rows of the statement." }),
});

export const spendSums = z.object({
  sums: z.array(
    z.object({
      /** A day, or the ID of a campaign or an import; null for spend older than the import log. */
      key: z.string().nullable(),
      name: z.string(),
      /** A campaign's network, or a source's kind. */
      about: z.string().nullable(),
      rows: z.number().int(),
      days: z.number().int(),
      campaigns: z.number().int(),
      amount_minor: z.number().int(),
    }),
  ),
  /** More groups exist than are shown. */
  cut: z.boolean(),
});
export type SpendSums = z.output<typeof spendSums>;

const shortText = text.max(512);

const groupText = z
  .string()
  .transform(
    (text, context) =>
      campaignGroupOf(text) ?? rejectValue(context, "campaign must be a list of campaign IDs."),
  );

/**
 * One row, or all rows that match a filter. `rows` is the number that the caller saw. If it has changed, no row is
 * deleted.
 */
export const removeSpendBody = z
  .object({
    rows: z.number().int().min(1),
    from: spendDay.nullish(),
    to: spendDay.nullish(),
    campaign: z.union([z.number().int().positive(), groupText]).nullish(),
    network: z.string().nullish(),
    import: z.number().int().positive().nullish(),
    currency: z.string().length(3).nullish(),
    ad_set: shortText.nullish(),
    creative: shortText.nullish(),
    keyword: shortText.nullish(),
    platform: z.enum(spendPlatforms).nullish(),
    country: shortText.nullish(),
    part: z
      .object({
        ad_set_id: shortText,
        creative_id: shortText,
        keyword_id: shortText,
        platform: shortText,
        country: shortText.default(""),
      })
      .nullish()
      .meta({ description: "Only this part of the campaign." }),
  })
  .refine(
    ({ rows: _, ...filter }) => Object.values(filter).some((value) => value !== null && value !== undefined),
    "Set at least one filter, so that only matching rows are deleted.",
  );

export const spendRemoved = z.object({ rows: z.number().int(), amount_minor: z.number().int() });

export const importFields = {
  id: z.number().int(),
  kind: z.enum(["FILE", "HAND", "KEY", "ACCOUNT", "DEMO"]),
  state: z.enum(["STORING", "STORED", "FAILED"]),
  name: z.string(),
  created_by: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  /** The rows that are still stored: later imports may have replaced others. */
  rows: z.number().int(),
  amount_minor: z.number().int(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  campaigns: z.number().int(),
};

export type ImportRow = DatabaseRow<typeof importFields>;

export function importColumns({ currency }: { currency: string }): CsvColumns<ImportRow> {
  const scale = 10 ** currencyDigits(currency);
  return {
    ID: "id",
    Kind: "kind",
    Name: "name",
    "Made by": "created_by",
    "Made at": "created_at",
    "Last changed": "updated_at",
    State: "state",
    "First day": "from",
    "Last day": "to",
    Campaigns: "campaigns",
    Rows: "rows",
    [`Spend (${currency})`]: (row) => row.amount_minor / scale,
  };
}

export const importList = z.object({ imports: z.array(z.object(importFields)), next: nextCursor });
export type ListedImport = z.output<typeof importList>["imports"][number];

const importKinds = ["FILE", "HAND", "KEY", "ACCOUNT"] as const;

export const importFilter = z.object({
  search: z
    .string()
    .trim()
    .max(200, "Use at most 200 characters.")
    .optional()
    .meta({ description: "Part of the import's name or of its creator's." }),
  kind: z.enum(importKinds, { error: `Kind must be one of ${importKinds.join(", ")}.` }).optional(),
});

export const importQuery = importFilter.extend({
  limit: limitParam(50, 200),
  before: number("a place in the list"),
});

export type ImportFilter = z.output<typeof importFilter>;
export type ImportQuery = z.output<typeof importQuery>;
