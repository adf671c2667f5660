import { describe, expect, test } from "vitest";
import { type Column, nextSort, shownColumns, tableCodecs } from "./table-state";

const column = (id: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  id,
  header: id,
  cell: () => null,
  ...more,
});

const columns = [
  column("name", { fixed: true }),
  column("clicks"),
  column("spend", { hidden: true }),
  column("roas"),
];
const ids = (chosen: string[]) => shownColumns(columns, chosen).map(({ id }) => id);

describe("columns", () => {
  test("without a choice: all columns except hidden ones", () => {
    expect(ids([])).toEqual(["name", "clicks", "roas"]);
  });

  test("chosen columns appear in the chosen order", () => {
    expect(ids(["name", "roas", "spend"])).toEqual(["name", "roas", "spend"]);
  });

  test("a fixed column is always shown", () => {
    expect(ids(["spend"])).toEqual(["name", "spend"]);
  });

  test("the buttons of a row stay at its end without being chosen", () => {
    const withButtons = [...columns, column("actions", { fixed: true, quiet: true })];
    expect(shownColumns(withButtons, ["spend"]).map(({ id }) => id)).toEqual(["name", "spend", "actions"]);
  });

  test("an address with only unknown columns shows the default ones", () => {
    expect(ids(["gone", "away"])).toEqual(["name", "clicks", "roas"]);
  });
});

describe("sorting by a header", () => {
  test("the first press sorts in the column's own direction, the second in the other one", () => {
    const clicks = column("clicks", { sort: "desc" });
    expect(nextSort(clicks, "")).toBe("-clicks");
    expect(nextSort(clicks, "-clicks")).toBe("clicks");
    expect(nextSort(clicks, "clicks")).toBe("-clicks");
    const name = column("name", { sort: "asc" });
    expect(nextSort(name, "-clicks")).toBe("name");
    expect(nextSort(name, "name")).toBe("-name");
  });
});

describe("a table's state in the address", () => {
  const codecs = tableCodecs("-clicks", 50);

  test.each(["0", "-1", "1.5", "1e3", "x", "", "99999999999"])("page %s is invalid", (text) => {
    expect(codecs.page.read(text)).toBeUndefined();
  });

  test("a page size that is not offered is ignored", () => {
    expect(codecs.limit.read("100")).toBe(100);
    expect(codecs.limit.read("1000000")).toBeUndefined();
    expect(codecs.limit.fallback).toBe(50);
  });

  test("columns are unchanged after writing and reading, and renamed ones are found", () => {
    for (const chosen of [[], ["name"], ["roas", "name"]])
      expect(codecs.columns.read(codecs.columns.write(chosen))).toEqual(chosen);
    expect(codecs.columns.read("told,spend")).toEqual(["original", "spend"]);
  });
});
