import { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { limitParam } from "@/lib/base/params";
import { Refusal } from "@/lib/base/refusal";
import { findAudienceMembers, findAudiences } from "@/lib/outbound/audiences/queries";

export const audienceMembersQuery = z.object({
  cursor: z
    .string()
    .regex(/^[0-9a-f]{32}$/, "The cursor is not valid. Send `next` from the previous response.")
    .optional()
    .meta({ description: "`next` from the previous response." }),
  limit: limitParam(1_000, 10_000),
});

/** A page of the members that the receiver has. */
export async function listAudienceMembers(
  project: Project,
  id: number,
  { cursor, limit }: z.output<typeof audienceMembersQuery>,
) {
  const [audience] = await findAudiences(project.id, id);
  if (!audience) throw new Refusal("not_found", "Not found.");
  // Digests have the same length, so the first one after a digest is not less than it with a zero.
  const from = cursor === undefined ? "" : `${cursor}0`;
  const rows = await findAudienceMembers(project.id, id, { from, to: null, max: limit + 1 });
  const page = rows.slice(0, limit);
  return {
    members: page.map(({ ids, entered_at: at }) => ({ ids, entered_at: at.toISOString() })),
    next: rows.length > limit ? page.at(-1)!.digest : null,
  };
}
