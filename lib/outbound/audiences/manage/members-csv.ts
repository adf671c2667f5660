import { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { Refusal } from "@/lib/base/refusal";
import { csvTable } from "@/lib/base/text/csv";
import { ownIds } from "@/lib/outbound/audiences/kinds/own";
import { findAudienceMembers, findAudiences, type ListedMember } from "@/lib/outbound/audiences/queries";
import { maxMembersOfFile } from "@/lib/outbound/audiences/schema";

const partText = /^[1-9]\d?$/;
const part = (name: string) =>
  z
    .string()
    .regex(partText, `${name} must be a number from 1 to 99.`)
    .default("1")
    .transform((text) => Number(text));

export const membersPartQuery = z
  .object({ part: part("part"), parts: part("parts") })
  .refine(({ part, parts }) => part <= parts, { path: ["part"], error: "part must not be more than parts." });

const digestAt = (share: number) =>
  Math.min(0xffff_ffff, Math.floor(share * 2 ** 32))
    .toString(16)
    .padStart(8, "0");

/** The members that the receiver has. Digests are evenly distributed, so their ranges are parts of equal size. */
export async function membersCsv(
  project: Project,
  id: number,
  { part, parts }: z.output<typeof membersPartQuery>,
): Promise<{ name: string; text: string }> {
  const [audience] = await findAudiences(project.id, id);
  if (!audience) throw new Refusal("not_found", "Not found.");
  const rows = await findAudienceMembers(project.id, id, {
    from: digestAt((part - 1) / parts),
    to: part === parts ? null : digestAt(part / parts),
    max: maxMembersOfFile,
  });
  const names = [...new Set([...ownIds, ...Object.keys(rows[0]?.ids ?? {})])].filter(
    (name) => audience.kind === "csv" || audience.kind === "webhook" || name in (rows[0]?.ids ?? {}),
  );
  const columns = {
    ...Object.fromEntries(names.map((name) => [name, ({ ids }: ListedMember) => ids[name] ?? null])),
    entered_at: ({ entered_at: at }: ListedMember) => at,
  };
  const suffix = parts === 1 ? "" : `-${part}-of-${parts}`;
  return { name: `audience-${id}${suffix}`, text: csvTable(columns, rows) };
}
