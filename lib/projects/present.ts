import { linkBase } from "@/lib/base/web/hosts";
import type { ProjectDetailRow } from "@/lib/projects/queries";
import { sampleDays } from "@/lib/projects/schema";

const iso = (time: string) => new Date(time).toISOString();

export function presentProject(row: ProjectDetailRow, appUrl: string) {
  const { suspended_at, sample_days, host, updated_at, ...rest } = row;
  // The token without an expiry is first, then the newest one.
  const tokens = [...row.tokens].sort(
    (a, b) => Number(a.expires_at !== null) - Number(b.expires_at !== null),
  );
  return {
    ...rest,
    suspended: suspended_at !== null,
    sample: sample_days === null ? null : { days: sample_days, of: sampleDays },
    recalculation: row.recalculation && {
      ...row.recalculation,
      created_at: iso(row.recalculation.created_at),
    },
    first_install: row.first_install && {
      ...row.first_install,
      installed_at: iso(row.first_install.installed_at),
    },
    created_at: row.created_at.toISOString(),
    update_at: updated_at.toISOString(),
    token: tokens[0]!.token,
    tokens: tokens.map((token) => ({
      token: token.token,
      created_at: iso(token.created_at),
      expires_at: token.expires_at && iso(token.expires_at),
    })),
    domain: host,
    link_base: linkBase(host, appUrl),
  };
}
