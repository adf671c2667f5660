import { expect, test } from "vitest";
import { type DiscrepancyTotals, discrepancySides, installsHref, unexplainedSide } from "./figures";

const figures = (more: Partial<DiscrepancyTotals>): DiscrepancyTotals => ({
  network_installs: 0,
  our_installs: 0,
  difference: 0,
  causes: [],
  unexplained: 0,
  network_clicks: null,
  our_clicks: 0,
  ...more,
});

test("a negative difference is attributed to Cairn's surplus only if the causes do not explain more than the difference", () => {
  expect(unexplainedSide(figures({ network_installs: 3, difference: 3, unexplained: 3 }))).toBe("more");
  expect(unexplainedSide(figures({ our_installs: 3, difference: -3, unexplained: -3 }))).toBe("fewer");
  const over = { network_installs: 1, difference: 1, unexplained: -4 };
  expect(unexplainedSide(figures({ ...over, causes: [{ cause: "other_won", count: 5 }] }))).toBe("over");
});

test("causes are on the side of their sign, the largest nearest to zero, and the longer side is the extent", () => {
  const { fewer, more, extent } = discrepancySides(
    figures({
      causes: [
        { cause: "view_through", count: 5 },
        { cause: "window_ours", count: 2 },
        { cause: "other_won", count: 9 },
      ],
      unexplained: -4,
    }),
  );
  const values = (parts: typeof more) => parts.map(({ id, value }) => [id, value]);
  expect(values(more)).toEqual([
    ["other_won", 9],
    ["view_through", 5],
  ]);
  expect(values(fewer)).toEqual([
    ["window_ours", -2],
    ["unexplained", -4],
  ]);
  expect(extent).toBe(14);
  expect(discrepancySides(figures({})).extent).toBe(0);
});

test("a day's figure links to the installs of the network that it counts", () => {
  const row = { ...figures({}), key: "2026-03-10", day: "2026-03-10", network: null, campaign: null };
  const days = { from: "2026-03-01", to: "2026-03-31" };
  expect(
    installsHref({ project: 7, ...days, cause: "ours", row: { ...row, restated: null }, network: "META" }),
  ).toBe("/p/7/report/discrepancies/installs?from=2026-03-10&to=2026-03-10&cause=ours&network=META");
});
