import type { Project } from "@/lib/access/project";
import type { Actor } from "@/lib/audit/actor";
import { findRecut, insertRecut, isReplaying } from "@/lib/projects/recut/queries";
import { recutSoon } from "@/lib/projects/recut/soon";
import { Refusal } from "@/lib/refusal";

type Owner = Pick<Project, "id" | "accountId" | "currency">;

/** All that is counted is to be cut by the days of another zone. The same again while that is under way is the same. */
export async function beginRecut(project: Owner, timeZone: string, by: Actor, now: Date): Promise<void> {
  const refused = (text: string) => new Refusal(409, text, { fields: { time_zone: text } });
  if (await isReplaying(project.id)) {
    throw refused("Rules are being tried or applied by the days of the zone. Change it when that is done.");
  }
  const change = { to_zone: timeZone, to_currency: project.currency, amounts: "convert" } as const;
  if (!(await insertRecut(project, change, by, now))) {
    const open = await findRecut(project.id);
    if (open?.to_zone !== timeZone) {
      throw refused(
        `Days are just being cut anew for ${open?.to_zone}. Change the zone again when that is done.`,
      );
    }
  }
  recutSoon(project.id);
}
