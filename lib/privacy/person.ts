import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { erasedKey, unawareMs } from "@/lib/accounts/projects/erased";
import { Refusal } from "@/lib/base/refusal";
import { erase } from "@/lib/privacy/erase-queries";
import {
  exportOf,
  findInstancesOf,
  findTracesOf,
  findUsersOf,
  isKnownUser,
  rememberErased,
} from "@/lib/privacy/queries";
import { deviceIdOf } from "@/lib/traffic/device-ids";

/** Somebody is named by the id the app gave them, or by an install when the app never identified anybody on it. */
export type Person = { user: string | null; install: string | null };

/** Requests that were let in before take no longer than this to be stored. */
const underWayMs = 1_000;

const nobody = () => new Refusal(404, "Nothing is known of this person.");

/** With the user id of whoever was identified on the install that was named. */
async function identified(project: Project, person: Person): Promise<Person> {
  if (person.user !== null || person.install === null) return person;
  const users = await findUsersOf(project.id, person.install);
  if (users.length > 1) {
    throw new Refusal(409, "Several people were identified on this install. Name them by their user ids.");
  }
  return { user: users[0] ?? null, install: person.install };
}

/** Everything that is known of somebody. */
export async function exportPerson(project: Project, named: Person, by: Actor) {
  const person = await identified(project, named);
  const instances = await findInstancesOf(project.id, person);
  const whom = { user: person.user, instances, named: named.user ?? named.install ?? "" };
  const found = await exportOf(project, whom, by);
  if (Object.values(found).every((rows) => rows.length === 0)) throw nobody();
  return found;
}

/** What is still to come of installs, and the clicks before them that wait somewhere to be stored. */
async function keysOf(project: Project, instances: string[]): Promise<string[]> {
  const { devices, networks } = await findTracesOf(project.id, instances);
  return [
    ...instances.map((instance) => erasedKey(project.id, "instance", instance)),
    ...devices
      .filter((device) => deviceIdOf(device) !== null)
      .map((device) => erasedKey(project.id, "device", device)),
    ...networks.map((network) => erasedKey(project.id, "network", network)),
  ];
}

/**
 * Takes out whatever tells who somebody was and leaves what was counted. Their ids are refused first and everywhere,
 * so that nothing comes back behind the erasure; only then is it done. May be repeated.
 */
export async function erasePerson(project: Project, named: Person, by: Actor, now: Date) {
  const person = await identified(project, named);
  const instances = await findInstancesOf(project.id, person);
  const keys = person.user === null ? [] : [erasedKey(project.id, "user", person.user)];
  // Were a mistyped id remembered as erased, whoever has it would be refused from then on.
  const known =
    instances.length > 0 ||
    (person.user !== null && (await isKnownUser(project.id, person.user, keys[0] ?? "")));
  if (!known) throw nobody();
  await rememberErased(project.id, [...keys, ...(await keysOf(project, instances))], now);
  await wait(unawareMs + underWayMs);
  // Those installs that became known meanwhile as well.
  const all = await findInstancesOf(project.id, person);
  await rememberErased(project.id, await keysOf(project, all), now);
  return erase(project, { user: person.user, instances: all, alias: `erased-${randomUUID()}` }, by, now);
}
