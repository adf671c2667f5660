/** Programs that load a file, with the names of its columns. Pure. */
import type { MixModelColumn } from "@/lib/reporting/mix-model/schema";
import { isMoneyKpi, type MixModelFormat, type MixModelKpi } from "@/lib/reporting/mix-model/schema";

type File = {
  name: string;
  kpi: MixModelKpi;
  columns: readonly Pick<MixModelColumn, "name" | "role" | "channel">[];
  countries: readonly string[];
  hasGaps: boolean;
};

const quoted = (text: string) => `"${text}"`;
const list = (names: readonly string[]) => names.map(quoted).join(", ");

/** Spend with the exposure of the same network, or with itself if the network has none. */
function paired(columns: File["columns"]) {
  return columns.flatMap(({ name, role, channel }) => {
    if (role !== "spend") return [];
    const media = columns.find((other) => other.role === "media" && other.channel === channel);
    return [{ channel: channel ?? name, spend: name, media: media?.name ?? name }];
  });
}

const named = (columns: File["columns"], role: MixModelColumn["role"]) =>
  columns.filter((column) => column.role === role).map(({ name }) => name);

export const loaderOf = (format: MixModelFormat, file: File): string =>
  format === "meridian" ? meridianLoader(file) : robynLoader(file);

function meridianLoader({ name, kpi, columns, countries, hasGaps }: File): string {
  const media = paired(columns);
  const organic = named(columns, "organic_media");
  const isByCountry = columns.some(({ role }) => role === "geo");
  const pairs = (key: "media" | "spend") =>
    media.map((each) => `${quoted(each[key])}: ${quoted(each.channel)}`).join(", ");
  return [
    "# pip install google-meridian",
    ...(isByCountry ? ["import pandas as pd"] : []),
    "from meridian.data import load",
    "",
    ...(isByCountry
      ? [
          `frame = pd.read_csv(${quoted(name)}, parse_dates=False, keep_default_na=False)`,
          "# Fill in the population of each country: Meridian compares countries per head.",
          `population = {${countries.map((country) => `${quoted(country)}: 0`).join(", ")}}`,
          `frame["population"] = frame["geo"].map(population)`,
          "",
        ]
      : []),
    `data = load.${isByCountry ? "DataFrameDataLoader" : "CsvDataLoader"}(`,
    isByCountry ? "    df=frame," : `    csv_path=${quoted(name)},`,
    `    kpi_type="${isMoneyKpi(kpi) ? "revenue" : "non_revenue"}",`,
    "    coord_to_columns=load.CoordToColumns(",
    `        time="time",`,
    ...(isByCountry ? [`        geo="geo",`, `        population="population",`] : []),
    `        kpi=${quoted(kpi)},`,
    ...(isMoneyKpi(kpi) ? [] : [`        revenue_per_kpi="revenue_per_kpi",`]),
    `        media=[${list(media.map((each) => each.media))}],`,
    `        media_spend=[${list(media.map((each) => each.spend))}],`,
    ...(organic.length > 0 ? [`        organic_media=[${list(organic)}],`] : []),
    ...(hasGaps ? [`        controls=["gap_days"],`] : []),
    "    ),",
    `    media_to_channel={${pairs("media")}},`,
    `    media_spend_to_channel={${pairs("spend")}},`,
    ").load()",
    "",
  ].join("\n");
}

function robynLoader({ name, kpi, columns, hasGaps }: File): string {
  const media = paired(columns);
  const organic = named(columns, "organic_media");
  const first = columns[0]?.name ?? "DATE";
  return [
    `# install.packages("Robyn")`,
    "library(Robyn)",
    "",
    `input <- read.csv(${quoted(name)})`,
    `input$${first} <- as.Date(input$${first})`,
    "input$gaps <- NULL",
    "collected <- robyn_inputs(",
    "  dt_input = input,",
    "  dt_holidays = dt_prophet_holidays,",
    `  date_var = ${quoted(first)},`,
    `  dep_var = ${quoted(kpi)},`,
    `  dep_var_type = "${isMoneyKpi(kpi) ? "revenue" : "conversion"}",`,
    `  prophet_vars = c("trend", "season", "holiday"),`,
    `  prophet_country = "US", # your main country`,
    `  paid_media_spends = c(${list(media.map((each) => each.spend))}),`,
    `  paid_media_vars = c(${list(media.map((each) => each.media))}),`,
    ...(organic.length > 0 ? [`  organic_vars = c(${list(organic)}),`] : []),
    ...(hasGaps ? [`  context_vars = c("gap_days"),`] : []),
    `  adstock = "geometric"`,
    ")",
    "",
  ].join("\n");
}
