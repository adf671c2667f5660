import type { Actor } from "@/lib/accounts/audit/actor";
import type { AccountId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { createProject } from "@/lib/projects/creation/create";
import { hasSample } from "@/lib/sample/queries";

const name = "Trailhead (sample)";

/** Adds a project with the activity of an invented app, which the scheduler generates (fill.ts). */
export async function addSample(
  account: AccountId,
  timeZone: string,
  by: Actor,
  at: { now: Date; appUrl: string },
) {
  if (await hasSample(account)) throw new Refusal("wrong_state", "The account already has a sample project.");
  const made = await createProject(
    account,
    {
      name,
      platforms: ["IOS", "ANDROID"],
      time_zone: timeZone,
      currency: "EUR",
      week_starts_on: "monday",
    },
    by,
    { ...at, isSample: true },
  );
  return { id: made.id, name };
}
