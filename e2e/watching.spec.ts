import { readFileSync } from "node:fs";
import { expect, test } from "./owner";

test("a healthy server and dashboard process have all metrics that alarms use", async ({ request }) => {
  const healthy = [
    "cairn_ready 1",
    "cairn_database_up 1",
    "cairn_dashboard_up 1",
    "cairn_dashboard_restarts_total 0",
  ];
  let text = "";
  // On a busy machine a probe may have ended at its time limit.
  await expect
    .poll(async () => {
      const answer = await request.get("/api/metrics");
      expect(answer.status()).toBe(200);
      text = await answer.text();
      return healthy.filter((line) => !text.split("\n").includes(line));
    })
    .toEqual([]);
  const rules = readFileSync("deploy/prometheus/cairn.rules.yml", "utf8");
  const named = new Set(
    [...rules.matchAll(/\bcairn_[a-z0-9_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, "")),
  );
  // These metrics exist only with a replica, Redis or a collector.
  const optional = /^cairn_(replica|limits|spans)_/;
  expect([...named].filter((name) => !optional.test(name) && !text.includes(`# TYPE ${name} `))).toEqual([]);
});
