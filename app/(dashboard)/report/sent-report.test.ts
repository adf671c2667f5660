import { expect, test } from "vitest";
import { type ReportAddress, reportCodecs, sentReport } from "@/app/(dashboard)/shell/figures/table-address";
import { reportAddress } from "@/lib/alerts/reports/address";
import { scheduleInput } from "@/lib/alerts/reports/schema";
import { eventColumnId } from "@/lib/reporting/table/columns";

const days = { from: "2026-11-16", to: "2026-11-22" };

function read(query: string): ReportAddress {
  const params = new URLSearchParams(query);
  return Object.fromEntries(
    Object.entries(reportCodecs).map(([name, codec]) => {
      const text = params.get(name);
      return [name, (text === null ? undefined : codec.read(text)) ?? codec.fallback];
    }),
  ) as ReportAddress;
}

const hike = eventColumnId("event", "100%, hike", "count");
test.each([
  "",
  "view=retargeting&sort=-revenue",
  "by=network&second=week&sort=name&traffic=all&platform=ios&country=DE",
  `status=inactive&search=a%26b&activity=only&sort=spend&columns=${encodeURIComponent(`installs,${hike.replaceAll("%", "%25")}`)}`,
])("the address in a report email shows the same report: %s", (query) => {
  const sent = sentReport(read(query), days);
  const led = read(reportAddress(sent, days));
  expect(sentReport(led, days)).toEqual(sent);
  expect(led).toMatchObject({ range: "custom", ...days });
  const body = { title: "T", shown: sent, cadence: "daily", hour: 8, emails: ["a@example.com"] };
  expect(scheduleInput.safeParse(body).success).toBe(true);
});
