import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { randomBase62 } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { withoutEmptyRanges } from "@/lib/outbound/audiences/conditions/schema";
import { encryptAudienceSecrets } from "@/lib/outbound/audiences/config";
import type { AudienceKind } from "@/lib/outbound/audiences/kinds/kind";
import { audienceKindOf, audienceKinds } from "@/lib/outbound/audiences/kinds/kinds";
import {
  type AudienceRow,
  endAudience,
  findAudiences,
  insertAudience,
  removeAudienceRow,
  scheduleAudienceNow,
  updateAudience,
} from "@/lib/outbound/audiences/queries";
import { resultCounts, resultProblem } from "@/lib/outbound/audiences/results/rules";
import type { AudienceRunRow } from "@/lib/outbound/audiences/run/queries";
import { syncProjectAudiences, wakeAudiences } from "@/lib/outbound/audiences/run/run";
import {
  type AudienceInput,
  maxAudiences,
  type ShownAudience,
  type ShownAudienceRun,
} from "@/lib/outbound/audiences/schema";
import { audienceSkipReasons } from "@/lib/outbound/audiences/skip-reasons";
import { newSecret } from "@/lib/outbound/kinds/webhook/signature";
import { isRefusedAddress, refusedAddress } from "@/lib/outbound/requests/post";
import {
  findLastRunsOf,
  findRunsOf,
  type LastRun,
  saveRowCredentials,
} from "@/lib/platform/jobs/due-row-queries";
import { isClaimed, presentRun } from "@/lib/platform/jobs/due-rows";

const shownRuns = 100;
const iso = (at: Date | null) => at?.toISOString() ?? null;

const unknown = () => new Refusal("not_found", "Not found.");

export const listAudienceKinds = () => ({
  kinds: audienceKinds.map(({ code, label, about, unchecked, fields }) => ({
    code,
    label,
    about,
    unchecked,
    fields: fields.map(({ name, label, hint, secret, optional }) => ({
      ...{ name, label, hint: hint ?? null },
      ...{ secret: secret ?? false, optional: optional ?? false },
    })),
  })),
  skip_reasons: { ...audienceSkipReasons } as Record<string, string>,
});

const presentOne = (run: AudienceRunRow, isRunning: boolean, label: string): ShownAudienceRun => {
  const { id, checked, matching, sendable, held_out, skipped, added, removed, refused, requests } = run;
  const shown = presentRun(run, isRunning);
  return {
    ...{ id, checked, matching, sendable, held_out, skipped, added, removed, refused, requests },
    waiting: run.waiting,
    members: run.members,
    started_by: run.started_by,
    results: run.results.length > 0 ? resultCounts(run.results) : null,
    ...shown,
    problem: [shown.problem, resultProblem(label, run.results)].filter(Boolean).join(" ") || null,
  };
};

const labelOf = (kind: string) => audienceKindOf(kind)?.label ?? kind;

const present = (row: AudienceRow, last: LastRun<AudienceRunRow> | undefined, now: Date): ShownAudience => ({
  id: row.id,
  title: row.title,
  conditions: row.conditions,
  holdout: row.holdout,
  every_hours: row.every_hours,
  kind: row.kind,
  kind_label: labelOf(row.kind),
  settings: row.settings,
  has_secrets: row.credentials !== null,
  on: row.is_on,
  ending: row.is_ending,
  running: isClaimed(row, now),
  next_at: row.next_at.toISOString(),
  last: last ? presentOne(last, isClaimed(row, now), labelOf(row.kind)) : null,
  succeeded_at: iso(last?.succeeded_at ?? null),
  created_by: row.created_by,
});

export async function listAudiences(project: Project, now: Date) {
  const [rows, runs] = await Promise.all([
    findAudiences(project.id),
    findLastRunsOf<AudienceRunRow>("audiences", project.id),
  ]);
  const last = new Map(runs.map((run) => [run.row_id, run]));
  return { audiences: rows.map((row) => present(row, last.get(row.id), now)) };
}

async function readAudience(project: Project, id: number, now: Date, secret: string | null = null) {
  const { audiences } = await listAudiences(project, now);
  const audience = audiences.find((one) => one.id === id);
  if (!audience) throw unknown();
  return { audience, secret };
}

/** The audience with its newest runs. */
export async function listAudienceRuns(project: Project, id: number, now: Date) {
  const [row] = await findAudiences(project.id, id);
  if (!row) throw unknown();
  const [{ audience }, runs] = await Promise.all([
    readAudience(project, id, now),
    findRunsOf<AudienceRunRow>("audiences", project.id, id, shownRuns),
  ]);
  return { audience, runs: runs.map((run) => presentOne(run, isClaimed(row, now), labelOf(row.kind))) };
}

function kindOf(code: string): AudienceKind {
  const kind = audienceKindOf(code);
  if (kind) return kind;
  const message = "Choose a receiver.";
  throw new Refusal("invalid_request", message, { fields: { kind: message } });
}

/** Each problem appears beside its field. Null secrets keep the stored ones. */
function readReceiver(
  kind: AudienceKind,
  { settings, secrets }: { settings: object; secrets: object | null },
) {
  const first = kind.settings.safeParse(settings);
  const second = secrets === null ? null : kind.secrets.safeParse(secrets);
  const problems: Record<string, string> = {};
  for (const { path, message } of first.error?.issues ?? [])
    problems[["settings", ...path].join(".")] ??= message;
  for (const { path, message } of second?.error?.issues ?? [])
    problems[["secrets", ...path].join(".")] ??= message;
  const known = Object.fromEntries(
    Object.entries((first.data ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
  if (known.url && isRefusedAddress(known.url)) problems["settings.url"] = refusedAddress;
  const [message] = Object.values(problems);
  if (message !== undefined) throw new Refusal("invalid_request", message, { fields: problems });
  return { settings: known, secrets: second?.data as Record<string, string> | undefined };
}

const written = (input: AudienceInput, settings: Record<string, string>) => ({
  ...input,
  settings,
  conditions: withoutEmptyRanges(input.conditions),
});

/** Forms send empty fields for stored secrets. */
const enteredSecrets = ({ secrets }: AudienceInput) =>
  secrets && Object.values(secrets).some(Boolean) ? secrets : null;

export async function addAudience(project: Project, input: AudienceInput, by: Actor, now: Date) {
  const kind = kindOf(input.kind);
  const signing = kind.code === "webhook" ? newSecret() : null;
  const given = signing === null ? (enteredSecrets(input) ?? {}) : { secret: signing };
  const { settings, secrets } = readReceiver(kind, { settings: input.settings, secrets: given });
  const seed = randomBase62(32);
  const id = await insertAudience(project, written(input, settings), by, { now, seed, max: maxAudiences });
  if (id === null)
    throw new Refusal("limit_reached", `A project has at most ${maxAudiences} audiences. Remove some first.`);
  if (secrets && Object.keys(secrets).length > 0)
    await saveRowCredentials("audiences", project.id, id, encryptAudienceSecrets(project, id, secrets));
  wakeAudiences(project.id);
  return readAudience(project, id, now, signing);
}

export async function changeAudience(
  project: Project,
  id: number,
  input: AudienceInput,
  by: Actor,
  now: Date,
) {
  const [before] = await findAudiences(project.id, id);
  if (!before || before.is_ending) throw unknown();
  if (before.kind !== input.kind) {
    const message = "The receiver can't be changed. Add another audience.";
    throw new Refusal("invalid_request", message, { fields: { kind: message } });
  }
  const kind = kindOf(input.kind);
  const entered = kind.code === "webhook" ? null : enteredSecrets(input);
  const needed = entered ?? (before.credentials === null && kind.code !== "webhook" ? {} : null);
  const { settings, secrets } = readReceiver(kind, { settings: input.settings, secrets: needed });
  // Its members are in another list, where they could not be removed any more.
  const moved = Object.keys({ ...settings, ...before.settings }).find(
    (name) =>
      ["audience_id", "list_id", "customer_id", "advertiser_id"].includes(name) &&
      settings[name] !== before.settings[name],
  );
  if (moved) {
    const message =
      "The list can't be changed, because its members would stay in the old one. Add another audience.";
    throw new Refusal("invalid_request", message, { fields: { [`settings.${moved}`]: message } });
  }
  if (!(await updateAudience(project, id, written(input, settings), by, now))) throw unknown();
  if (secrets && Object.keys(secrets).length > 0)
    await saveRowCredentials("audiences", project.id, id, encryptAudienceSecrets(project, id, secrets));
  wakeAudiences(project.id);
  return readAudience(project, id, now);
}

/** Removes an audience: at once, or after its members were removed at the receiver. */
export async function removeAudience(
  project: Project,
  id: number,
  members: "remove" | "keep",
  by: Actor,
  now: Date,
) {
  if (members === "keep") return { ...(await removeAudienceRow(project, id, by)), ending: false };
  if (!(await endAudience(project, id, by, now))) throw unknown();
  wakeAudiences(project.id);
  return { id, ending: true };
}

export async function runAudienceNow(project: Project, id: number, by: Actor, now: Date) {
  await readAudience(project, id, now);
  if (!(await scheduleAudienceNow(project, id, now, by)))
    throw new Refusal("already_running", "This audience is already running.");
  wakeAudiences(project.id);
  return readAudience(project, id, now);
}

/** Pauses or resumes an audience; the scheduler runs it. */
export async function switchAudience(project: Project, id: number, isOn: boolean, by: Actor, now: Date) {
  const [row] = await findAudiences(project.id, id);
  const input = row && { ...row, on: isOn };
  if (!input || !(await updateAudience(project, id, input, by, now))) throw unknown();
  return readAudience(project, id, now);
}

/** Runs an audience in this process, and returns its newest run. */
export async function runAudienceHere(project: Project, id: number, by: Actor, clock: () => Date) {
  await readAudience(project, id, clock());
  if (!(await scheduleAudienceNow(project, id, clock(), by)))
    throw new Refusal("already_running", "This audience is already running.");
  await syncProjectAudiences(project.id, () => false, clock);
  const { runs } = await listAudienceRuns(project, id, clock());
  return { run: runs[0] ?? null };
}
