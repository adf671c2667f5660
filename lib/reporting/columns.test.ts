import { expect, test } from "vitest";
import { columnNamed, fixedColumns } from "@/lib/reporting/columns";

test("what nothing measures is offered as no column", () => {
  expect(fixedColumns.map(({ id }) => id)).not.toContain("uninstalls");
  expect(columnNamed("uninstalls")).toBeNull();
});
