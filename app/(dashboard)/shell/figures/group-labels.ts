/** The label of a breakdown row, with its days and campaigns. */

import type { DayWindow } from "@/app/(dashboard)/shell/dates/window";
import { fullDay, monthText, windowText } from "@/components/format";
import { addDays } from "@/lib/base/days";
import { unknownPublisher } from "@/lib/ledger/ad-ids/publishers";
import { unknownVersion } from "@/lib/ledger/ad-ids/versions";
import { campaignGroupText, isGroupedBy } from "@/lib/ledger/campaign-groups";
import { unknownCountry, withoutPlatform } from "@/lib/ledger/country";
import type { Dimension } from "@/lib/reporting/groups/dimensions";
import { daysOfCalendarKey } from "@/lib/reporting/groups/key-days";
import type { GroupRow } from "@/lib/reporting/groups/schema";

/** Days and other dates in the reader's format; other rows have the server's label. */
export function groupLabel(by: Dimension, key: string, label: string): string {
  if (by === "day") return fullDay(key);
  if (by === "week") return windowText({ from: key, to: addDays(key, 6) });
  if (by === "month") return monthText(key);
  return label;
}

type Dimensions = DayWindow & {
  campaign?: string | undefined;
  platform: string;
  country?: string;
  version?: string;
  publisher?: string;
};

/** Organic facts have no affiliate or tag, either, but the list of campaigns without one does not include them. */
const hidesOrganic = (by: Dimension, key: string, { campaign }: Pick<Dimensions, "campaign">) =>
  by !== "network" && key === "" && campaign === undefined;

/**
 * The link to the facts of a row. Null if the lists have no such filter: for two groups of campaigns together, and for
 * filters of campaigns.
 */
export function drillDownOfGroup(
  by: readonly Dimension[],
  { keys }: Pick<GroupRow, "keys">,
  bounds: Dimensions & { filtered: boolean },
): Dimensions | null {
  const { filtered, ...dimensions } = bounds;
  let isFiltered = !filtered;
  let group: string | undefined;
  for (const [i, dimension] of by.entries()) {
    const key = keys[i] ?? "";
    const days = daysOfCalendarKey(dimension, key);
    if (days) {
      if (days.from > dimensions.from) dimensions.from = days.from;
      if (days.to < dimensions.to) dimensions.to = days.to;
    } else if (dimension === "campaign" || key === "organic") {
      dimensions.campaign = key === "0" ? "organic" : key;
      isFiltered = true;
    } else if (dimension === "platform" && (key === "IOS" || key === "ANDROID")) dimensions.platform = key;
    else if (dimension === "platform" && key === "") dimensions.platform = withoutPlatform;
    else if (dimension === "country") dimensions.country = key || unknownCountry;
    else if (dimension === "app_version") dimensions.version = key || unknownVersion;
    else if (dimension === "publisher") dimensions.publisher = key || unknownPublisher;
    else if (by.includes("campaign")) continue;
    else if (!isGroupedBy(dimension) || group !== undefined || hidesOrganic(dimension, key, bounds))
      return null;
    else group = campaignGroupText(dimension, key);
  }
  if (group !== undefined) dimensions.campaign = group;
  return isFiltered ? dimensions : null;
}
