import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { encrypt } from "@/lib/platform/encryption";
import { appleKey } from "@/lib/spend/pull/apple";
import { aboutAccount } from "@/lib/spend/pull/encryption-context";
import { connectable } from "@/lib/spend/pull/fields";
import { knownPull, shownPull } from "@/lib/spend/pull/list";
import type { PullRow } from "@/lib/spend/pull/queries";
import { saveCredentials } from "@/lib/spend/pull/queries";
import { PullProblem } from "@/lib/spend/pull/request";
import { wakePulls } from "@/lib/spend/pull/run";

/** Stores the credentials, encrypted, and starts a pull at once. */
export async function connectAccount(
  project: Project,
  id: number,
  given: Record<string, string>,
  by: Actor,
  now: Date,
) {
  const row = await knownPull(project, id);
  const credentials = checked(row, given);
  const encrypted = encrypt(JSON.stringify(credentials), aboutAccount(project.id, id));
  await saveCredentials(project.accountId, project.id, { id, credentials: encrypted, at: now }, by);
  wakePulls(project.id);
  return shownPull(project, id, now);
}

function checked({ network, external_id, currency }: PullRow, given: Record<string, string>) {
  const definition = connectable[network]!;
  if (!external_id)
    throw new Refusal("not_connected", `The account has no network ID yet. Add its ${definition.id} first.`);
  if (definition.needsCurrency && !currency)
    throw new Refusal(
      "not_connected",
      "The network doesn't report a billing currency. Set one on the account first.",
    );
  const problems: Record<string, string> = {};
  const credentials: Record<string, string> = {};
  for (const { name, label, optional } of definition.fields) {
    const value = given[name] ?? "";
    if (value) credentials[name] = value;
    else if (!optional) problems[`credentials.${name}`] = `${label} is required.`;
  }
  if (credentials.private_key) {
    try {
      appleKey(credentials.private_key);
    } catch (error) {
      if (!(error instanceof PullProblem)) throw error;
      problems["credentials.private_key"] = error.message;
    }
  }
  const [first] = Object.values(problems);
  if (first) throw new Refusal("invalid_request", first, { fields: problems });
  return credentials;
}
