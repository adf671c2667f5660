import { expect, test } from "vitest";
import { captureEvent } from "@/lib/facts/events/capture";
import { registerInstall } from "@/lib/facts/installs/register";
import { identify } from "@/lib/facts/users/identify";
import { report } from "@/lib/reporting/report/report";
import { reportQuery } from "@/lib/reporting/report/schema";
import { reportTableQuery } from "@/lib/reporting/table/schema";
import { reportTable } from "@/lib/reporting/table/table";
import { aCampaign, aClick, aProject, decideEverything } from "@/testing/factories";

const now = new Date("2026-06-10T12:00:00Z");
const context = { userAgent: null, now };

test("creatives and keywords without an ad set are shown in “No ad set”, with all their figures", async () => {
  const app = await aProject();
  const { id } = await aCampaign(app);
  const ads = [
    { creativeId: "video" },
    { creativeId: "video" },
    { keywordId: "tents" },
    { adSetId: "one" },
    {},
  ];
  for (const [i, ad] of ads.entries()) {
    const click = await aClick(app, { campaignId: id, at: new Date(now.getTime() - 3_600_000), ...ad });
    const install = {
      token: "",
      install_instance_id: `i${i}`,
      platform: "ANDROID" as const,
      device_data: { install_ref: `cairn_click=${click}` },
    };
    await registerInstall(app.project, install, { ...context, address: "203.0.113.7" });
  }
  await decideEverything(app);
  // One user is on both installs of the creative and on one of the keyword's.
  for (const instance of ["i0", "i1", "i2", "i4"]) {
    const sender = { token: "", install_instance_id: instance };
    await identify(app.project, { ...sender, user_data: { id: "ada" } }, context);
    await captureEvent(app.project, { ...sender, event_name: "hike" }, context);
  }
  await decideEverything(app);

  // Unique users are sums of ledger rows in a range that ends today, and counted from facts in any other.
  for (const request of [now, new Date("2026-07-01T12:00:00Z")]) {
    const query = { from: "2026-06-01", to: "2026-06-10", unique_user_events: "hike" };
    const { campaigns } = await report(app.project, reportQuery.parse(query), request);
    const none = campaigns[0]!.adSets.find((set) => set.id === "");
    expect(none).toMatchObject({ name: "No ad set", clicks: "3", installs: "3" });
    expect(none!.adCreatives).toMatchObject([{ id: "video", installs: "2", clicks: "2" }]);
    expect(none!.keywords).toMatchObject([{ id: "tents", installs: "1" }]);
    expect(none!.custom_events).toEqual({ hike: { unique_count: "1", amount: "0.00" } });
    expect(none!.adCreatives[0]!.custom_events).toEqual({ hike: { unique_count: "1", amount: "0.00" } });
    expect(campaigns[0]).toMatchObject({ installs: "5", custom_events: { hike: { unique_count: "1" } } });
    expect(campaigns[0]!.adSets.map((set) => set.id).sort()).toEqual(["", "one"]);
    const table = await reportTable(app.project, reportTableQuery.parse(query), request);
    const row = table.campaigns[0]!.children.find((set) => set.id === "");
    expect(row).toMatchObject({ key: `${id}/`, name: "No ad set", metrics: { installs: 3 } });
    expect(row!.children.map(({ key }) => key)).toEqual([`${id}//creative:video`, `${id}//keyword:tents`]);
  }
});
