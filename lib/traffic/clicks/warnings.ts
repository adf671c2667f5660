import type { ProjectId } from "@/lib/base/ids";
import { findWarnings } from "@/lib/traffic/clicks/warnings-queries";

const maxChecked = 2_000;

export type Warning = {
  kind: string;
  parameter: string | null;
  text: string;
  count: number;
  last_at: string;
};

/** Describes the warnings of a campaign's latest clicks. */
export async function clickWarningsOf(
  projectId: ProjectId,
  campaignId: number,
): Promise<{ of_latest: number; warnings: Warning[] }> {
  const rows = await findWarnings(projectId, campaignId, maxChecked);
  const warnings = rows.map(({ warning, count, last_at }) => {
    const [kind = "", parameter = null] = warning.split(/:(.*)/s);
    return { kind, parameter, text: textOf(kind, parameter), count, last_at: last_at.toISOString() };
  });
  return { of_latest: maxChecked, warnings };
}

const textOf = (kind: string, parameter: string | null) =>
  kind === "macro_unreplaced"
    ? `The ad platform didn't replace ${parameter}: check the spelling of the macro.`
    : kind;
