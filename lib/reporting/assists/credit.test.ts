import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CreditModel,
  creditByCampaign,
  creditModels,
  creditShares,
  type TouchPath,
} from "@/lib/reporting/assists/credit";

/** Any path: the winner and the first are always among the campaigns. */
const path: fc.Arbitrary<TouchPath> = fc
  .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat())
  .map(([campaigns, a, b]) => ({
    campaigns,
    first: campaigns[a % campaigns.length]!,
    last: campaigns[b % campaigns.length]!,
  }));

const sharesOf = (of: TouchPath, model: CreditModel) => {
  const shares: Record<number, number> = {};
  for (const [campaign, share] of creditShares(of, model)) shares[campaign] = (shares[campaign] ?? 0) + share;
  return shares;
};

describe("credit for an install", () => {
  test("adds up to 1 in every model, and only campaigns that touched it have a share", () => {
    fc.assert(
      fc.property(path, (one) => {
        for (const model of creditModels) {
          const shares = creditShares(one, model);
          expect(shares.reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(1, 12);
          for (const [campaign, share] of shares) {
            expect(one.campaigns).toContain(campaign);
            expect(share).toBeGreaterThan(0);
          }
        }
      }),
    );
  });

  test("adds up to the installs in every model, over many paths", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ path, installs: fc.integer({ min: 1, max: 500 }) })), (many) => {
        const credits = [
          ...creditByCampaign(many.map(({ path: one, installs }) => ({ ...one, installs }))).values(),
        ];
        const installs = many.reduce((sum, one) => sum + one.installs, 0);
        for (const model of creditModels)
          expect(credits.reduce((sum, credit) => sum + credit[model], 0)).toBeCloseTo(installs, 6);
      }),
    );
  });

  test("is shared as each model says", () => {
    const three = { first: 1, campaigns: [1, 2, 3], last: 3 };
    expect(sharesOf(three, "last_touch")).toEqual({ 3: 1 });
    expect(sharesOf(three, "first_touch")).toEqual({ 1: 1 });
    expect(sharesOf(three, "linear")).toEqual({ 1: 1 / 3, 2: 1 / 3, 3: 1 / 3 });
    expect(sharesOf(three, "position")[1]).toBeCloseTo(0.4);
    expect(sharesOf(three, "position")[2]).toBeCloseTo(0.2);
    expect(sharesOf(three, "position")[3]).toBeCloseTo(0.4);
    // Two campaigns share equally; a campaign that was first and last keeps both of its shares.
    expect(sharesOf({ first: 1, campaigns: [1, 2], last: 2 }, "position")).toEqual({ 1: 0.5, 2: 0.5 });
    expect(sharesOf({ first: 1, campaigns: [1, 2], last: 1 }, "position")[1]).toBeCloseTo(0.8);
    expect(sharesOf({ first: 1, campaigns: [1], last: 1 }, "position")).toEqual({ 1: 1 });
  });

  test("counts an assist for each campaign that lost, once per install", () => {
    const credits = creditByCampaign([
      { first: 1, campaigns: [1, 2, 3], last: 3, installs: 5 },
      { first: 3, campaigns: [1, 3], last: 1, installs: 2 },
    ]);
    expect([1, 2, 3].map((campaign) => credits.get(campaign)!.assists)).toEqual([5, 5, 2]);
    expect([1, 2, 3].map((campaign) => credits.get(campaign)!.last_touch)).toEqual([2, 0, 5]);
  });
});
