import { expect, test } from "vitest";
import { readPurpose } from "@/lib/campaigns/purposes";
import { sheetFieldOf } from "@/lib/campaigns/sheet/fields";
import { campaignBody } from "@/lib/campaigns/sheet/read";
import { newCampaign } from "@/lib/campaigns/table/schema";

test("a sheet's purpose is a label or a value in any case; other text is rejected", () => {
  expect(["New users", "new_users", "RETARGETING", "both", "growth"].map(readPurpose)).toEqual([
    ...["new_users", "new_users", "retargeting", "both", "growth"],
  ]);
  expect(sheetFieldOf("Campaign purpose")).toBe("purpose");
  const read = (purpose: string) =>
    newCampaign.safeParse(campaignBody({ line: 2, values: { name: "Summer", purpose } }, "UTC"));
  expect(read("New Users").data).toMatchObject({ name: "Summer", purpose: "new_users" });
  expect(read("growth").error?.issues[0]?.message).toBe(
    "purpose must be one of new_users, retargeting, both!",
  );
});
