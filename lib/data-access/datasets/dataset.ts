/** The form of a dataset, and columns that several datasets have. */
import {
  type DatasetColumns,
  idText,
  integerColumn,
  textColumn,
  timeColumn,
} from "@/lib/data-access/datasets/columns";

/** The types of keys, in the order of the table's primary key after `project_id`. */
export type KeyType = "uuid" | "bigint" | "text" | "date" | "int";

export type Dataset = {
  table: string;
  about: string;
  key: Record<string, KeyType>;
  columns: DatasetColumns;
  /** The source of deletions: the log of removed rows, or erased people. */
  removals?: "rows" | "people";
};

export const personal = { personal: true } as const;
export const required = { required: true } as const;

export const requiredIdColumn = (about: string) => idText(about, required);
export const campaignIdColumn = () => idText("The campaign's ID; null if organic or unknown.");
export const networkCodeColumn = () => textColumn("The ad network's code.");
export const adColumns = () => ({
  network: networkCodeColumn(),
  ad_set_id: textColumn("The network's ID of the ad set."),
  ad_set_name: textColumn("The ad set's name."),
  creative_id: textColumn("The network's ID of the creative."),
  creative_name: textColumn("The creative's name."),
  keyword_id: textColumn("The network's ID of the keyword."),
  keyword_name: textColumn("The keyword."),
  publisher_id: textColumn("The network's ID of the site or app that showed the ad."),
});
export const devicePlatformColumn = () => textColumn("`ANDROID`, `IOS` or another platform.", required);
export const installInstance = () => textColumn("The app's own ID of the install.");
export const originalMoney = () => ({
  original_currency: textColumn("The currency that was sent, if known."),
  original_minor: integerColumn("The amount that was sent, in minor units, if its currency is another one."),
});
export const reportedTimes = () => ({
  device_at: timeColumn("The time by the device's clock, if sent later."),
  arrived_at: timeColumn("The time of arrival, if sent later."),
});
