import { expect, test } from "vitest";
import { addDays } from "@/lib/base/days";
import { revenueSinceInstall } from "@/lib/reporting/campaign/days-rules";

const installs = (day: string, count: number) => ({ day, measure: "installs", name: "", count, amount: 0 });
const revenue = (day: string, age: number, amount: number) => ({
  day,
  measure: "revenue_since",
  name: String(age),
  count: 0,
  amount,
});

/** The first day on which the installs of a day have completed their first 24 hours. */
const afterFirstAgeOf = (day: string) => ({ timeZone: "UTC", now: new Date(`${addDays(day, 2)}T00:00:00Z`) });

test("an age has the revenue of installs that completed it; refunds are subtracted", () => {
  const ages = revenueSinceInstall(
    [
      installs("2026-03-01", 4),
      revenue("2026-03-01", 0, 100),
      revenue("2026-03-01", 2, 300),
      revenue("2026-03-01", 3, -50),
      installs("2026-03-03", 6),
      revenue("2026-03-03", 1, 60),
    ],
    afterFirstAgeOf("2026-03-04"),
  );
  expect(ages).toHaveLength(31);
  expect(ages.slice(0, 5)).toEqual([
    { age: 0, installs: 10, revenue: 100, so_far: 10 },
    { age: 1, installs: 10, revenue: 60, so_far: 16 },
    { age: 2, installs: 4, revenue: 300, so_far: 91 },
    { age: 3, installs: 4, revenue: -50, so_far: 78.5 },
    { age: 4, installs: 0, revenue: null, so_far: null },
  ]);
});

test("without refunds the sum never decreases, although fewer installs are old enough for each next day", () => {
  const ages = revenueSinceInstall(
    [
      installs("2026-03-01", 10),
      revenue("2026-03-01", 5, 10),
      installs("2026-03-04", 10),
      revenue("2026-03-04", 0, 2_000),
    ],
    afterFirstAgeOf("2026-03-06"),
  );
  expect(ages.slice(0, 6).map(({ so_far }) => so_far)).toEqual([100, 100, 100, 100, 100, 101]);
});

test("an age reached by fewer than a quarter of the installs has no value", () => {
  const ages = revenueSinceInstall(
    [installs("2026-03-01", 1), revenue("2026-03-01", 0, 500), installs("2026-03-03", 4)],
    afterFirstAgeOf("2026-03-03"),
  );
  expect(ages.slice(0, 3)).toEqual([
    { age: 0, installs: 5, revenue: 500, so_far: 100 },
    { age: 1, installs: 1, revenue: null, so_far: null },
    { age: 2, installs: 1, revenue: null, so_far: null },
  ]);
});

test("installs without revenue have zero, and without installs there is no value", () => {
  expect(revenueSinceInstall([installs("2026-03-01", 2)], afterFirstAgeOf("2026-03-01"))[0]).toEqual({
    age: 0,
    installs: 2,
    revenue: 0,
    so_far: 0,
  });
  expect(revenueSinceInstall([], afterFirstAgeOf("2026-03-01")).every((age) => age.revenue === null)).toBe(
    true,
  );
});
