import { sql } from "@/db";

/** Stores the fingerprint unless there is one, and returns the stored one. */
export async function storeKeyFingerprint(fingerprint: string): Promise<string> {
  await sql`
    insert into instance_settings (name, value) values ('encryption_key', to_jsonb(${fingerprint}::text))
    on conflict (name) do nothing`;
  return (await findKeyFingerprint()) ?? fingerprint;
}

export async function findKeyFingerprint(): Promise<string | null> {
  const [row] = await sql<{ fingerprint: string }[]>`
    select value #>> '{}' as fingerprint from instance_settings where name = 'encryption_key'`;
  return row?.fingerprint ?? null;
}

export async function replaceKeyFingerprint(fingerprint: string): Promise<void> {
  await sql`
    insert into instance_settings (name, value) values ('encryption_key', to_jsonb(${fingerprint}::text))
    on conflict (name) do update set value = excluded.value, updated_at = now()`;
}

export type EncryptedRow = {
  kind: "signing" | "meta" | "account" | "destination" | "push" | "purchases" | "files" | "audience";
  project_id: number;
  of: string;
  encrypted: Buffer;
};

/** Every value that only this key can decrypt. */
export const findEncryptedValues = () => sql<EncryptedRow[]>`/* all projects */
  select 'signing' as kind, k.project_id, k.key_id as of, k.secret as encrypted from signing_keys k
  where k.secret is not null
  union all
  select 'meta', p.id, '', decode(p.settings -> 'meta_key' ->> 'encrypted', 'base64') from projects p
  where p.settings -> 'meta_key' ->> 'encrypted' is not null
  union all
  select 'account', a.project_id, a.id::text, a.credentials from network_accounts a
  where a.credentials is not null
  union all
  select 'destination', d.project_id, d.id::text, d.credentials from destinations d
  where d.credentials is not null
  union all
  select 'push', s.project_id, s.kind, s.credentials from push_services s
  where s.credentials is not null
  union all
  select 'purchases', c.project_id, c.source, c.credentials from purchase_connections c
  where c.credentials is not null
  union all
  select 'files', f.project_id, f.id::text, f.credentials from file_exports f
  where f.credentials is not null
  union all
  select 'audience', a.project_id, a.id::text, a.credentials from audiences a
  where a.credentials is not null`;

export async function countErased(): Promise<number> {
  const [row] = await sql<{ n: number }[]>`/* all projects */
    select count(*)::int as n from erased_ids`;
  return row!.n;
}
