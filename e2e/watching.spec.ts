import { readFileSync } from "node:fs";
import { expect, test } from "./owner";

test("a healthy server and dashboard process have all metrics that alarms use", async ({ request }) => {
  const answer = await request.get("/api/metrics");
  expect(answer.status()).toBe(200);
  const text = await answer.text();
  for (const line of [
    "cairn_ready 1",
    "cairn_database_up 1",
    "cairn_dashboard_up 1",
    "cairn_dashboard_restarts_total 0",
  ])
    expect(text.split("\n")).toContain(line);
  const rules = readFileSync("deploy/prometheus/cairn.rules.yml", "utf8");
  const named = new Set(
    [...rules.matchAll(/\bcairn_[a-z0-9_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, "")),
  );
  // These metrics exist only with a replica, Redis or a collector.
  const optional = /^cairn_(replica|limits|spans)_/;
  expect([...named].filter((name) => !optional.test(name) && !text.includes(`# TYPE ${name} `))).toEqual([]);
});
