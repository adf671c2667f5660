import { countryName } from "@/lib/base/text/country-name";
import { platformNames } from "@/lib/base/text/platform-names";
import type { ShownKind } from "@/lib/outbound/destinations/schema";
import type { OutboundRule } from "@/lib/outbound/mapping/rule";

/** The meaning of "only own": networks and affiliates have campaigns of their own, a server does not. */
export const customEventsText = (group: ShownKind["group"]): string =>
  ({
    network: "Only installs attributed to this network",
    affiliate: "Only installs from this affiliate",
    webhook: "Only installs from a campaign",
  })[group];

const several = (values: readonly unknown[], many: string) => `${values.length} ${many}`;

/** The conditions of a rule in one line; empty without any. */
export function conditionsText(filter: OutboundRule["filter"], own: string | null): string {
  const { platforms = [], countries = [], campaigns = [], payment_types: types = [] } = filter;
  const parts = [
    own ?? "",
    platforms.map((platform) => platformNames[platform]).join(", "),
    countries.length > 2 ? several(countries, "countries") : countries.map(countryName).join(", "),
    campaigns.length === 0 ? "" : campaigns.length === 1 ? "1 campaign" : several(campaigns, "campaigns"),
    types.length === 0 ? "" : types.length === 1 ? "1 payment type" : several(types, "payment types"),
    filter.least_amount === undefined ? "" : `at least ${filter.least_amount}`,
  ];
  return parts.filter(Boolean).join(" · ");
}
