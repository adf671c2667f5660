import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { erasedKey, erasureDelayMs } from "@/lib/accounts/erased/erased";
import { Refusal } from "@/lib/base/refusal";
import { eraseInDatabase } from "@/lib/privacy/erase-queries";
import {
  findInstancesOf,
  findTracesOf,
  findUsersOf,
  findWebIdsOf,
  isKnownUser,
  personExportOf,
  rememberErased,
} from "@/lib/privacy/queries";
import { deviceIdOf } from "@/lib/traffic/links/device-ids";

/** The ID that the app sent or, if the app never identified the user, an install. */
export type PersonIds = { user: string | null; install: string | null };

/** Requests that were accepted earlier are stored within this time. */
const underWayMs = 1_000;

const unknownPerson = () => new Refusal("not_found", "The project has no data about this person.");

/** Adds the ID of the user who was identified on the named install. */
async function identified(project: Project, person: PersonIds): Promise<PersonIds> {
  if (person.user !== null || person.install === null) return person;
  const users = await findUsersOf(project.id, person.install);
  if (users.length > 1) {
    throw new Refusal("wrong_state", "This install has several users. Choose one by user ID.");
  }
  return { user: users[0] ?? null, install: person.install };
}

export async function exportPerson(project: Project, named: PersonIds, by: Actor) {
  const person = await identified(project, named);
  const instances = await findInstancesOf(project.id, person);
  const whom = { user: person.user, instances, named: named.user ?? named.install ?? "" };
  const found = await personExportOf(project, whom, by);
  if (Object.values(found).every((rows) => rows.length === 0)) throw unknownPerson();
  return found;
}

/** The keys that identify later facts of the installs, and clicks that still wait in a spool. */
async function keysOf(project: Project, user: string | null, instances: string[]): Promise<string[]> {
  const { devices, networks } = await findTracesOf(project.id, instances);
  const webIds = await findWebIdsOf(project.id, user, instances);
  return [
    ...webIds.map((id) => erasedKey(project.id, "web", id)),
    ...instances.map((instance) => erasedKey(project.id, "instance", instance)),
    ...devices
      .filter((device) => deviceIdOf(device) !== null)
      .map((device) => erasedKey(project.id, "device", device)),
    ...networks.map((network) => erasedKey(project.id, "network", network)),
  ];
}

/**
 * Removes all identifying data of a user, and keeps the counted figures. Every process first refuses the user's IDs, so
 * that no data can arrive after the erasure. May be repeated.
 */
export async function erasePerson(project: Project, named: PersonIds, by: Actor, now: Date) {
  const person = await identified(project, named);
  const instances = await findInstancesOf(project.id, person);
  const keys = person.user === null ? [] : [erasedKey(project.id, "user", person.user)];
  // A mistyped ID must not be remembered as erased, because its real owner would be refused from then on.
  const known =
    instances.length > 0 ||
    (person.user !== null && (await isKnownUser(project.id, person.user, keys[0] ?? "")));
  if (!known) throw unknownPerson();
  await rememberErased(project.id, [...keys, ...(await keysOf(project, person.user, instances))], now);
  await wait(erasureDelayMs + underWayMs);
  // Installs that became known meanwhile are included.
  const all = await findInstancesOf(project.id, person);
  await rememberErased(project.id, await keysOf(project, person.user, all), now);
  return eraseInDatabase(
    project,
    { user: person.user, instances: all, alias: `erased-${randomUUID()}` },
    by,
    now,
  );
}
