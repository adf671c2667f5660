import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { aboutAccount } from "@/lib/facts/spend/pull/about";
import { privateKey } from "@/lib/facts/spend/pull/apple";
import { PullProblem } from "@/lib/facts/spend/pull/ask";
import { connectable } from "@/lib/facts/spend/pull/fields";
import {
  clearCredentials,
  findPulls,
  type PullRow,
  pullAtOnce,
  saveCredentials,
} from "@/lib/facts/spend/pull/queries";
import { wakePulls } from "@/lib/facts/spend/pull/run";
import type { onePull, Pulled, pullList } from "@/lib/facts/spend/pull/schema";
import { encrypt } from "@/lib/platform/encryption";

const networks = Object.keys(connectable);

export async function listPulls(project: Project, now: Date): Promise<z.output<typeof pullList>> {
  return { accounts: (await findPulls(project.id, networks)).map((row) => present(row, now)) };
}

async function known(project: Project, id: number): Promise<PullRow> {
  const [row] = await findPulls(project.id, networks, id);
  if (!row) throw new Refusal(404, "Not found.");
  return row;
}

const shown = async (project: Project, id: number, now: Date): Promise<z.output<typeof onePull>> => ({
  account: present(await known(project, id), now),
});

/** Keeps the credentials, sealed, and asks the network at once. */
export async function connectAccount(
  project: Project,
  id: number,
  given: Record<string, string>,
  by: Actor,
  now: Date,
) {
  const row = await known(project, id);
  const credentials = checked(row, given);
  const sealed = encrypt(JSON.stringify(credentials), aboutAccount(project.id, id));
  await saveCredentials(project.accountId, project.id, { id, credentials: sealed, at: now }, by);
  wakePulls(project.id);
  return shown(project, id, now);
}

function checked({ network, external_id, currency }: PullRow, given: Record<string, string>) {
  const wanted = connectable[network]!;
  if (!external_id)
    throw new Refusal(409, `The account has no id at the network yet. Give it one first: its ${wanted.id}.`);
  if (wanted.needsCurrency && !currency)
    throw new Refusal(
      409,
      "The network does not tell in which currency it bills. Set it at the account first.",
    );
  const problems: Record<string, string> = {};
  const credentials: Record<string, string> = {};
  for (const { name, label, optional } of wanted.fields) {
    const value = given[name] ?? "";
    if (value) credentials[name] = value;
    else if (!optional) problems[`credentials.${name}`] = `${label} is required.`;
  }
  if (credentials.private_key) {
    try {
      privateKey(credentials.private_key);
    } catch (error) {
      if (!(error instanceof PullProblem)) throw error;
      problems["credentials.private_key"] = error.message;
    }
  }
  const [first] = Object.values(problems);
  if (first) throw new Refusal(400, first, { fields: problems });
  return credentials;
}

export async function disconnectAccount(project: Project, id: number, by: Actor, now: Date) {
  await known(project, id);
  await clearCredentials(project.accountId, project.id, { id, at: now }, by);
  return shown(project, id, now);
}

export async function pullNow(project: Project, id: number, by: Actor, now: Date) {
  const row = await known(project, id);
  if (!row.has_credentials) throw new Refusal(409, "The account is not connected.");
  if (row.status !== "ACTIVE") throw new Refusal(409, "The account is not active.");
  if (!(await pullAtOnce(project.accountId, project.id, { id, at: now }, by)))
    throw new Refusal(409, "It is being pulled just now.");
  wakePulls(project.id);
  return shown(project, id, now);
}

function present(row: PullRow, now: Date): Pulled {
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    id: row.id,
    network: row.network,
    name: row.name,
    external_id: row.external_id,
    currency: row.currency,
    status: row.status,
    state: stateOf(row, now),
    started_at: iso(row.started_at),
    ended_at: iso(row.ended_at),
    succeeded_at: iso(row.succeeded_at),
    next_at: row.status === "ACTIVE" ? iso(row.next_at) : null,
    from: row.from_day,
    to: row.to_day,
    rows: row.rows,
    done: row.done,
    total: row.total,
    problem: row.problem,
    unknown: row.remarks,
    import: row.import,
  };
}

function stateOf(row: PullRow, now: Date): Pulled["state"] {
  if (!row.has_credentials) return "off";
  if (row.claimed_until !== null && row.claimed_until > now) return "pulling";
  if (row.status !== "ACTIVE") return "paused";
  // Between two turns of the scheduler.
  if (row.ended_at === null && row.done > 0) return "pulling";
  if (row.problem !== null) return "failed";
  return row.succeeded_at === null ? "waiting" : "good";
}
