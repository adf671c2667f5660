import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { Refusal } from "@/lib/base/refusal";
import { findSides, type SideRow } from "@/lib/outbound/audiences/outcome/queries";
import { compareSides, minJoined, minPaid } from "@/lib/outbound/audiences/outcome/rules";
import { findAudiences } from "@/lib/outbound/audiences/queries";
import type { audienceOutcome, outcomeQuery } from "@/lib/outbound/audiences/schema";

const sideOf = (rows: readonly SideRow[], isHeldOut: boolean) => {
  const { joined = 0, paid = 0, revenue_minor = 0 } = rows.find((row) => row.is_held_out === isHeldOut) ?? {};
  return { joined, paid, revenue_minor };
};

/** What members and held out installs paid in the days after they joined. */
export async function readOutcome(
  project: Project,
  id: number,
  { days }: z.output<typeof outcomeQuery>,
  now: Date,
): Promise<z.output<typeof audienceOutcome>> {
  const [audience] = await findAudiences(project.id, id);
  if (!audience) throw new Refusal("not_found", "Not found.");
  const rows = await findSides(project.id, id, { days, until: now });
  const members = sideOf(rows, false);
  const held = sideOf(rows, true);
  return {
    days,
    currency: project.currency,
    members,
    held_out: held,
    comparison: compareSides(members, held),
    minimum: { joined: minJoined, paid: minPaid },
  };
}
