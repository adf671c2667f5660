import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { changedMeanwhile } from "@/lib/base/fields";
import { Refusal } from "@/lib/base/refusal";
import { listenToKinds } from "@/lib/ledger/outbox/listen";
import {
  countRecent,
  type DestinationRow,
  findDestination,
  findDestinations,
  insertDestination,
  nextDestinationId,
  type RecentCount,
  removeDestination,
  setPaused,
  updateDestination,
} from "@/lib/outbound/destinations/queries";
import {
  checkAddresses,
  checkAffiliate,
  checkMappingRules,
  readSettings,
  requireKnownKind,
  withKnownNetwork,
} from "@/lib/outbound/destinations/read-input";
import type {
  DestinationChange,
  DestinationInput,
  ShownDestination,
} from "@/lib/outbound/destinations/schema";
import { listenerName } from "@/lib/outbound/enqueue/queries";
import { kindsToEnqueue, type Receiving } from "@/lib/outbound/enqueue/rules";
import { destinationKinds, unavailableIntegrations } from "@/lib/outbound/kinds/kinds";
import { newSecret } from "@/lib/outbound/kinds/webhook/signature";
import { encryptionContext } from "@/lib/outbound/requests/decrypt";
import { decrypt, encrypt } from "@/lib/platform/encryption";

const recentMs = 7 * 86_400_000;
/** A rotated secret continues to sign for this long. */
const changeOverMs = 24 * 3_600_000;

const unknown = () => new Refusal("not_found", "Not found.");
const changed = () => new Refusal("changed_meanwhile", changedMeanwhile);

export const listDestinationKinds = () => ({
  kinds: destinationKinds.map((kind) => ({
    code: kind.code,
    label: kind.label,
    group: kind.group,
    about: kind.about,
    fields: kind.fields.map(({ name, label, hint, secret, optional, options }) => ({
      name,
      label,
      hint: hint ?? null,
      secret: secret ?? false,
      optional: optional ?? false,
      options: typeof options === "object" ? [...options] : (options ?? "line"),
    })),
    accepts: [...kind.accepts],
    known_events: [...kind.knownEvents],
    other_event: kind.otherEvent ?? null,
    only_own: kind.owns !== undefined,
    suggested: [...kind.suggested],
    max_age_days: kind.maxAgeDays,
    sends: kind.sends ? { label: kind.sends.label, hint: kind.sends.hint } : null,
  })),
  not_possible: unavailableIntegrations.map((each) => ({ ...each })),
});

export async function listDestinations(project: Project, now: Date) {
  const [rows, recent] = await Promise.all([
    findDestinations(project.id),
    countRecent(project.id, new Date(now.getTime() - recentMs)),
  ]);
  return { destinations: rows.map((row) => present(project, row, recent)) };
}

export async function showDestination(project: Project, id: number, now: Date) {
  const row = await findDestination(project.id, id);
  if (!row) throw unknown();
  const recent = await countRecent(project.id, new Date(now.getTime() - recentMs));
  return { destination: present(project, row, recent), secret: null };
}

function present(project: Project, row: DestinationRow, recent: RecentCount[]): ShownDestination {
  const kind = requireKnownKind(row.kind);
  const counted = recent.filter(({ destination_id }) => destination_id === row.id);
  const count = (state: string) => counted.find((each) => each.state === state)?.count ?? 0;
  return {
    id: row.id,
    kind: row.kind,
    kind_label: kind.label,
    group: kind.group,
    name: row.name,
    mode: row.mode,
    settings: row.settings,
    secrets: Object.entries(secretsOf(project, row)).flatMap(([name, value]) =>
      value === null || value === "" ? [] : name,
    ),
    rules: row.rules,
    version: row.version,
    paused_at: row.paused_at?.toISOString() ?? null,
    pause_reason: row.pause_reason,
    failing_since: row.failing_since?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    recent: {
      sent: count("sent"),
      waiting: count("waiting"),
      skipped: count("skipped"),
      withheld: count("withheld"),
      dead: count("dead"),
      dry: count("dry"),
    },
  };
}

function secretsOf(
  project: Project,
  row: Pick<DestinationRow, "id" | "credentials">,
): Record<string, unknown> {
  const text = row.credentials && decrypt(row.credentials, encryptionContext(project.id, row.id));
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

const seal = (project: Project, id: number, secrets: Record<string, unknown>) =>
  Object.keys(secrets).length === 0
    ? null
    : encrypt(JSON.stringify(secrets), encryptionContext(project.id, id));

/**
 * Adds the events that these rules need to the outbox. Runs before a change is stored, so that no later event is
 * missed. The outbox's reader removes unused kinds.
 */
async function listenFor(project: Project, mode: string, rules: Receiving["rules"]): Promise<void> {
  if (mode !== "off") await listenToKinds(project.id, listenerName, kindsToEnqueue([{ rules }]));
}

/** A schedule chooses its webhook, independently of the webhook's rules. */
export const listenForReports = ({ id }: Project): Promise<void> =>
  listenToKinds(id, listenerName, kindsToEnqueue([]));

export async function createDestination(project: Project, input: DestinationInput, by: Actor, now: Date) {
  const kind = requireKnownKind(input.kind);
  const made = kind.code === "webhook" && !input.secrets.secret ? newSecret() : null;
  const given = made === null ? input.secrets : { ...input.secrets, secret: made };
  const { settings: read, secrets } = readSettings(kind, input.settings, given);
  const settings = await withKnownNetwork(project, read);
  checkAddresses(settings);
  await checkAffiliate(project, kind, settings);
  const rules = input.rules ?? kind.suggested;
  checkMappingRules(kind, rules);
  const id = await nextDestinationId();
  const { name, mode } = input;
  const credentials = seal(project, id, secrets);
  await listenFor(project, mode, rules);
  await insertDestination(
    project,
    { id, kind: kind.code, name, mode, settings, rules, credentials },
    by,
    now,
  );
  const { destination } = await showDestination(project, id, now);
  return { destination, secret: made };
}

export async function changeDestination(
  project: Project,
  id: number,
  change: DestinationChange,
  by: Actor,
  now: Date,
) {
  const row = await findDestination(project.id, id);
  if (!row) throw unknown();
  const kind = requireKnownKind(row.kind);
  const storedSecrets = secretsOf(project, row);
  // A removed secret is treated as missing, so a required one is reported beside its field.
  const given = Object.entries({ ...storedSecrets, ...change.secrets }).filter(([, value]) => value !== null);
  const { settings: read, secrets } = readSettings(
    kind,
    change.settings ?? row.settings,
    Object.fromEntries(given),
  );
  const settings = change.settings === undefined ? read : await withKnownNetwork(project, read);
  if (change.settings !== undefined) {
    checkAddresses(settings);
    await checkAffiliate(project, kind, settings);
  }
  const rules = change.rules ?? row.rules;
  checkMappingRules(kind, rules);
  const next = { id, name: change.name ?? row.name, mode: change.mode ?? row.mode, settings, rules };
  const fields = Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  const isOther = change.settings !== undefined || change.rules !== undefined;
  const stored = { ...next, credentials: seal(project, id, secrets), updated_at: row.updated_at };
  await listenFor(project, next.mode, rules);
  if (!(await updateDestination(project, stored, { fields, isOther }, by, now))) throw changed();
  return showDestination(project, id, now);
}

/** The old secret continues to sign for a day. */
export async function rotateSecret(project: Project, id: number, by: Actor, now: Date) {
  const row = await findDestination(project.id, id);
  if (!row) throw unknown();
  if (row.kind !== "webhook") throw new Refusal("wrong_state", "Only webhooks have a signing secret.");
  const { secret: old } = secretsOf(project, row);
  const secret = newSecret();
  const previous =
    typeof old === "string"
      ? { secret: old, until: new Date(now.getTime() + changeOverMs).toISOString() }
      : null;
  const stored = { ...row, credentials: seal(project, id, { secret, previous }) };
  if (!(await updateDestination(project, stored, { fields: ["secret"], isOther: false }, by, now)))
    throw changed();
  const { destination } = await showDestination(project, id, now);
  return { destination, secret };
}

export async function pauseDestinationByMember(project: Project, id: number, by: Actor, now: Date) {
  if (!(await setPaused(project, id, `${by.name} paused it.`, by, now))) throw unknown();
  return showDestination(project, id, now);
}

export async function resumeDestination(project: Project, id: number, by: Actor, now: Date) {
  if (!(await setPaused(project, id, null, by, now))) throw unknown();
  return showDestination(project, id, now);
}

export async function dropDestination(project: Project, id: number, by: Actor, now: Date) {
  if (!(await removeDestination(project, id, by, now))) throw unknown();
  return { id };
}
