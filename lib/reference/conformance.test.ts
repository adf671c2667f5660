import { expect, test } from "vitest";
import { formattedFields } from "@/lib/reference/content/formats";
import { differences } from "@/testing/conformance";

const example = {
  spend: "$0.00",
  conversion: "100.00%",
  installs: "1,204",
  at: "2026-06-01T09:30:00.000Z",
  rows: [{ id: 1, name: "Summer" }],
  next: null,
};

test("other values of the same type are not a difference", () => {
  const other = {
    ...example,
    spend: "€1,042.50",
    conversion: "0%",
    installs: "7",
    rows: [{ id: 2, name: "" }],
  };
  expect(differences(example, other)).toEqual([]);
});

test.each([
  [{ ...example, spend: "0.00" }, 'response.spend is "0.00", not like "$0.00"'],
  [{ ...example, conversion: "$0.00" }, 'response.conversion is "$0.00", not like "100.00%"'],
  [{ ...example, spend: 0 }, "response.spend is number, not string"],
  [{ ...example, at: "yesterday" }, 'response.at is "yesterday", not like "2026-06-01T09:30:00.000Z"'],
  [{ ...example, next: "cursor" }, "response.next is string, not null"],
  [{ ...example, rows: [] }, "response.rows has 0 entries, not 1"],
  [{ ...example, rows: [{ id: 1 }] }, "response.rows[0].name is only in the example"],
  [{ ...example, more: 1 }, "response.more is not in the example"],
])("a difference has its path", (response, difference) => {
  expect(differences(example, response)).toEqual([difference]);
});

test("formatted values are listed by path", () => {
  expect(formattedFields({ data: { rows: [{ spend: "$0.00", name: "Summer", display_id: "17" }] } })).toEqual(
    [
      {
        path: "data.rows[].spend",
        example: "$0.00",
        meaning: "an amount with the currency's symbol and decimals",
      },
    ],
  );
});
