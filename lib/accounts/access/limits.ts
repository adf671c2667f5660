import type { Limit } from "@/lib/platform/limits/rate-limit";

export const limitGroups = ["data", "writes", "reporting", "address", "client", "web", "callbacks"] as const;
export type LimitGroup = (typeof limitGroups)[number];

/** Null means no limit. */
export type CallLimits = Record<LimitGroup, Limit | null>;

const second = 1_000;

/** The limits that the interface documents. */
const defaultLimits: CallLimits = {
  /** Campaign list, attributed users and attribution result, per server key. */
  data: { count: 30, windowMs: second },
  /** Campaign create, edit and delete, per server key. */
  writes: { count: 10, windowMs: second },
  /** Per server key. */
  reporting: { count: 1, windowMs: 60 * second },
  /** All of /api/v1, per source address. */
  address: { count: 30, windowMs: second },
  /** Per app token. */
  client: { count: 25, windowMs: second },
  /** Per site token: one for all of a project's visitors. */
  web: { count: 100, windowMs: second },
  /** Per server key in the URL: one for all of a project's users. */
  callbacks: { count: 200, windowMs: second },
};

export const limitMeanings: Record<LimitGroup, string> = {
  data: "List campaigns, attributed users and attribution result, per server key",
  writes: "Create, edit and delete campaigns, per server key",
  reporting: "Reporting, per server key (default: one per minute)",
  address: "Everything under /api/v1, per source address",
  client: "Everything under /api/client, per app token",
  web: "Everything under /api/web, per site token",
  callbacks: "Everything under /api/callbacks, per server key",
};

export type LimitSetting = { project_id: number; group: string; per_second: number | null };

/** A project's setting overrides the instance's, which overrides the default. */
export function limitsFrom(settings: LimitSetting[]): CallLimits {
  const limits = { ...defaultLimits };
  for (const { group, per_second } of [...settings].sort((a, b) => a.project_id - b.project_id)) {
    if (!(limitGroups as readonly string[]).includes(group)) continue;
    limits[group as LimitGroup] = per_second === null ? null : { count: per_second, windowMs: second };
  }
  return limits;
}
