import {
  columnsFrom,
  currency,
  dateText,
  decimalText,
  integerColumn,
  textColumn,
  timeColumn,
} from "@/lib/data-access/datasets/columns";
import { type Dataset, required, requiredIdColumn } from "@/lib/data-access/datasets/dataset";

const spendColumns = (more: Parameters<typeof columnsFrom>[0]) =>
  columnsFrom({
    day: dateText("The day.", required),
    campaign_id: requiredIdColumn("The campaign's ID."),
    ad_set_id: textColumn("The network's ID of the ad set, or empty.", required),
    creative_id: textColumn("The network's ID of the creative, or empty.", required),
    keyword_id: textColumn("The network's ID of the keyword, or empty.", required),
    platform: textColumn("The platform, or empty for all platforms.", required),
    ...more,
    amount_minor: integerColumn("The cost in the project's currency, in minor units.", required),
    currency: currency(),
    original_currency: textColumn("The currency that was sent.", { sql: "t.currency" }),
    original_minor: integerColumn("The amount that was sent, in minor units."),
    network_impressions: integerColumn(
      "The network's own count of ad views, if it reports one for this row.",
    ),
    network_clicks: integerColumn("The network's own count of clicks, if it reports one for this row."),
    source: textColumn("The file, key or account that sent the row."),
    updated_at: timeColumn("The last change.", required),
  });

const spendKey = {
  day: "date",
  campaign_id: "bigint",
  ad_set_id: "text",
  creative_id: "text",
  keyword_id: "text",
  platform: "text",
} as const;

export const costDatasets = {
  spend: {
    table: "spend",
    about: "The cost of ads by day, without a country.",
    key: spendKey,
    removals: "rows",
    columns: spendColumns({}),
  },
  country_spend: {
    table: "country_spend",
    about: "The cost of ads by day in one country, in addition to `spend`.",
    key: { ...spendKey, country: "text" },
    removals: "rows",
    columns: spendColumns({ country: textColumn("The ISO code of the country.", required) }),
  },
  rates: {
    table: "exchange_rates",
    about: "Exchange rates into the project's currency.",
    key: { currency: "text", day: "date" },
    removals: "rows",
    columns: columnsFrom({
      currency: textColumn("The currency.", required),
      day: dateText("The first day of the rate.", required),
      rate: decimalText("The value of one unit in the project's currency.", required),
      updated_at: timeColumn("The last change.", required),
    }),
  },
} as const satisfies Record<string, Dataset>;
