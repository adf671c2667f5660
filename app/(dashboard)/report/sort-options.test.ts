import { expect, test } from "vitest";
import type { ReportAddress } from "@/app/(dashboard)/shell/figures/table-address";
import { sortOptions } from "./sort-options";

const address: Pick<ReportAddress, "by" | "second" | "columns" | "view" | "sort"> = {
  by: "campaign",
  second: "",
  columns: ["clicks", "roas", "classic_d7"],
  view: "user_acquisition",
  sort: "-roas",
};

test("the orders are the names and the sortable columns of the table", () => {
  expect(sortOptions(address)).toEqual([
    { value: "name", label: "Campaign" },
    { value: "-clicks", label: "Clicks" },
    { value: "-roas", label: "ROAS" },
  ]);
  expect(sortOptions({ ...address, by: "week", second: "country", sort: "second" })).toMatchObject([
    { value: "name", label: "Week" },
    { value: "second", label: "Country" },
    { value: "-clicks" },
    { value: "-roas" },
  ]);
});

test.each([
  ["roas", "ROAS, ascending"],
  ["-name", "Campaign, descending"],
  ["-installs", "Installs, descending"],
])("the current order %s is one of them, although no header offers it first", (sort, label) => {
  expect(sortOptions({ ...address, sort }).at(-1)).toEqual({ value: sort, label });
});
