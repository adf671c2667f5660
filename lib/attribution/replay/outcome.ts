/** Sums up a trial as stored and shown. Pure. */
import type { ChangeCounts } from "@/lib/attribution/decisions/changes";
import type { PreviousCampaign } from "@/lib/attribution/replay/queries";

const maxCampaigns = 100;
const maxMoves = 100;

export type ReplaySummary = ReturnType<typeof replaySummary>;

export function replaySummary(total: ChangeCounts, before: PreviousCampaign[]) {
  const known = new Map(before.map((row) => [String(row.id), row]));
  const nameOf = (key: number | string) =>
    key === 0 || key === "0" ? "Organic" : (known.get(String(key))?.name ?? String(key));
  const campaigns = Object.entries(total.campaigns)
    .map(([key, delta]) => {
      const was = known.get(key);
      return {
        /** 0: organic. Null: it would be created. */
        id: was ? was.id : null,
        name: nameOf(key),
        network: was?.network ?? null,
        gained: delta.gained,
        lost: delta.lost,
        installs_before: was?.installs ?? 0,
        installs_after: (was?.installs ?? 0) + delta.installs,
        suspicious_before: was?.suspicious ?? 0,
        suspicious_after: (was?.suspicious ?? 0) + delta.suspicious,
        revenue_before: was?.revenue ?? 0,
        revenue_after: (was?.revenue ?? 0) + delta.revenue,
        spend: was?.spend ?? 0,
      };
    })
    .sort(
      (a, b) =>
        b.gained + b.lost - (a.gained + a.lost) ||
        Math.abs(b.suspicious_after - b.suspicious_before) -
          Math.abs(a.suspicious_after - a.suspicious_before) ||
        (a.id ?? -1) - (b.id ?? -1),
    );
  const moves = Object.values(total.moves)
    .sort((a, b) => b.installs - a.installs || (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1))
    .map((move) => ({ ...move, from: nameOf(move.from), to: nameOf(move.to) }));
  return {
    installs: total.seen,
    moved: total.moved,
    rematched: total.rematched,
    reflagged: total.reflagged,
    kept: total.unchanged,
    campaigns: campaigns.slice(0, maxCampaigns),
    more_campaigns: Math.max(0, campaigns.length - maxCampaigns),
    moves: moves.slice(0, maxMoves),
    rules: total.rules,
    samples: total.samples.map((sample) => ({ ...sample, from: nameOf(sample.from), to: nameOf(sample.to) })),
  };
}
