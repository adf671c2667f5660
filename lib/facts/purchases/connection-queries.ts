import { sql } from "@/db";
import { whereWritable } from "@/db/writable";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import type { CheckMode, PurchaseSource } from "@/lib/facts/payments/store-purchases";
import type { PushToken } from "@/lib/facts/purchases/push-token";

export type ConnectionRow = {
  source: PurchaseSource;
  mode: CheckMode;
  app_id: string | null;
  named: Record<string, string> | null;
  has_credentials: boolean;
  has_address: boolean;
  /** The required token of Google's notifications; null if none is required. */
  push_token: PushToken | null;
  connected_at: Date;
  problem: string | null;
  problem_at: Date | null;
  /** Not before this time; null at any time. */
  next_at: Date | null;
  /** Not until a person fixes the credentials. */
  is_stopped: boolean;
  failures: number;
  answered_at: Date | null;
  notified_at: Date | null;
};

const shown = () => sql`
  c.source, c.mode, c.app_id, c.named, c.credentials is not null as has_credentials,
  c.secret_hash is not null as has_address, c.notice_token as push_token, c.connected_at, c.problem, c.problem_at, nullif(c.next_at, 'infinity') as next_at,
  coalesce(c.next_at = 'infinity', false) as is_stopped, c.failures,
  c.answered_at, c.notified_at`;

export const findConnections = (projectId: ProjectId) => sql<ConnectionRow[]>`
  select ${shown()} from purchase_connections c where c.project_id = ${projectId}`;

export type ConnectionWithSecrets = ConnectionRow & {
  credentials: Buffer | null;
  secret_hash: Buffer | null;
};

export async function findConnection(
  projectId: ProjectId,
  source: PurchaseSource,
): Promise<ConnectionWithSecrets | null> {
  const [row] = await sql<ConnectionWithSecrets[]>`
    select ${shown()}, c.credentials, c.secret_hash from purchase_connections c
    where c.project_id = ${projectId} and c.source = ${source}`;
  return row ?? null;
}

/** An undefined token leaves the stored one. */
type Given = {
  source: PurchaseSource;
  mode: CheckMode;
  appId: string | null;
  pushToken?: PushToken | null | undefined;
  at: Date;
};
/** Undefined leaves the credentials as they are. */
export type GivenCredentials = { encrypted: Buffer; named: Record<string, string> };

/** New credentials start without errors, because earlier errors concern the previous ones. */
export async function saveConnection(
  account: AccountId,
  projectId: ProjectId,
  { source, mode, appId, pushToken, at }: Given,
  credentials: GivenCredentials | undefined,
  by: Actor,
): Promise<void> {
  const encrypted = credentials?.encrypted ?? null;
  const named = credentials ? JSON.stringify(credentials.named) : null;
  const token = pushToken ? JSON.stringify(pushToken) : null;
  await audited(
    by,
    { account, project: projectId, action: "purchases.connect", target: sql`changed.source` },
    sql`
      insert into purchase_connections as c (project_id, source, mode, app_id, credentials, named, notice_token, connected_at)
      values (${projectId}, ${source}, ${mode}, ${appId}, ${encrypted}, ${named}::text::jsonb, ${token}::text::jsonb, ${at})
      on conflict (project_id, source) do update set mode = excluded.mode, app_id = excluded.app_id,
        credentials = coalesce(excluded.credentials, c.credentials), named = coalesce(excluded.named, c.named),
        notice_token = case when ${pushToken !== undefined} then excluded.notice_token else c.notice_token end,
        connected_at = excluded.connected_at, problem = null, problem_at = null, next_at = null, failures = 0
      returning c.source`,
  );
}

/** False if there is none. Payments keep their states. */
export async function removeConnection(
  account: AccountId,
  projectId: ProjectId,
  source: PurchaseSource,
  by: Actor,
): Promise<boolean> {
  const rows = await audited(
    by,
    { account, project: projectId, action: "purchases.disconnect", target: sql`changed.source` },
    sql`
      delete from purchase_connections c where c.project_id = ${projectId} and c.source = ${source}
      returning c.source`,
  );
  return rows.length > 0;
}

/** Replaces the secret in the address for notifications; the previous address stops working. */
export async function saveSecret(
  account: AccountId,
  projectId: ProjectId,
  { source, hash, at }: { source: PurchaseSource; hash: Buffer; at: Date },
  by: Actor,
): Promise<void> {
  await audited(
    by,
    { account, project: projectId, action: "purchases.address", target: sql`changed.source` },
    sql`
      insert into purchase_connections as c (project_id, source, mode, secret_hash, connected_at)
      values (${projectId}, ${source}, 'off', ${hash}, ${at})
      on conflict (project_id, source) do update set secret_hash = excluded.secret_hash
      returning c.source`,
  );
}

export const recordNotified = (projectId: ProjectId, source: PurchaseSource, at: Date) => sql`
  update purchase_connections set notified_at = ${at}
  where project_id = ${projectId} and source = ${source} and ${whereWritable(projectId)}
    and (notified_at is null or notified_at < ${at}::timestamptz - interval '1 minute')`;

/** Records that the store's server answered about a purchase. */
export const recordAnswered = (
  projectId: ProjectId,
  source: PurchaseSource,
  connectedAt: Date,
  at: Date,
) => sql`
  update purchase_connections set answered_at = ${at}, failures = 0, problem = null, problem_at = null, next_at = null
  where project_id = ${projectId} and source = ${source} and connected_at = ${connectedAt}
    and ${whereWritable(projectId)}`;

/** The store's server is queried again at `nextAt`, or not until a person fixes the problem. */
export const recordProblem = (
  projectId: ProjectId,
  source: PurchaseSource,
  { connectedAt, problem, nextAt, at }: { connectedAt: Date; problem: string; nextAt: Date | null; at: Date },
) => sql`
  update purchase_connections set problem = ${problem}, problem_at = ${at}, next_at = ${nextAt ?? sql`'infinity'::timestamptz`},
    failures = least(failures + 1, 1000)
  where project_id = ${projectId} and source = ${source} and connected_at = ${connectedAt}
    and ${whereWritable(projectId)}`;
