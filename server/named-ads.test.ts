import { expect, test, vi } from "vitest";
import { answerLink } from "@/app/link";
import { report } from "@/lib/reporting/report/report";
import { reportQuery } from "@/lib/reporting/report/schema";
import { aCampaign, aProject } from "@/testing/factories";

test("clicks of links that only name the ad set or the keyword are reported with these names", async () => {
  const app = await aProject();
  const { displayId } = await aCampaign(app);
  const follow = (query: string, address: string) =>
    answerLink(
      new Request(`http://localhost/${displayId}?${query}`, {
        headers: {
          host: app.domain,
          "x-forwarded-for": address,
          "user-agent":
            "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36",
        },
      }),
    );
  for (const query of [
    "adset_name=Hikers&ad_name=Video+A",
    "adset_name=Hikers&keyword=tents",
    "keyword=tents",
  ])
    expect((await follow(query, "203.0.113.7"))?.status).toBeLessThan(400);
  await vi.waitFor(async () => {
    const { campaigns } = await report(app.project, reportQuery.parse({}), new Date());
    expect(campaigns[0]).toMatchObject({ clicks: "3" });
    const sets = campaigns[0]!.adSets;
    expect(sets.find(({ name }) => name === "Hikers")).toMatchObject({
      clicks: "2",
      adCreatives: [{ name: "Video A", clicks: "1" }],
      keywords: [{ name: "tents", clicks: "1" }],
    });
    expect(sets.find(({ name }) => name === "No ad set")).toMatchObject({
      keywords: [{ name: "tents", clicks: "1" }],
    });
  });
});
