import { sql } from "@/db";
import type { CoarseValue, ConversionRule } from "@/lib/apple/conversion-values/rules";
import type { ConversionType, Framework, SignatureVerdict } from "@/lib/apple/postbacks/postback";
import type { OneApplePostback } from "@/lib/apple/postbacks/setup-schema";
import { hasSourceIdentifier, matchedSource } from "@/lib/apple/sources/queries";
import type { ProjectId } from "@/lib/base/ids";

export type WholeRow = {
  id: string;
  received_at: Date;
  framework: Framework;
  verdict: SignatureVerdict;
  why: string | null;
  kid: string | null;
  is_test: boolean;
  is_first: boolean;
  source: string;
  skan_version: string | null;
  postback_uid: string;
  sequence: number;
  network_id: string;
  source_identifier: string | null;
  app_id: string | null;
  publisher_app_id: string | null;
  source_domain: string | null;
  marketplace: string | null;
  conversion_type: ConversionType;
  fidelity: number | null;
  did_win: boolean;
  fine: number | null;
  coarse: CoarseValue | null;
  country: string | null;
  interaction: "click" | "view" | null;
  begun_from: Date;
  begun_until: Date;
  schema_from: number;
  schema_until: number;
  raw: Record<string, unknown>;
  campaign: OneApplePostback["campaign"];
  schemas: { version: number; rules: ConversionRule[] }[];
};

/** A postback with its source's campaign, and the conversion schemas that may have applied. */
export async function findPostback(projectId: ProjectId, id: string): Promise<WholeRow | null> {
  const [row] = await sql<WholeRow[]>`
    select r.*, case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'display_id',
        c.display_id, 'deleted', c.deleted_at is not null) end as campaign,
      (select coalesce(json_agg(json_build_object('version', s.version, 'rules', s.rules) order by s.version), '[]')
        from conversion_schemas s
        where s.project_id = ${projectId} and s.version between r.schema_from and r.schema_until) as schemas
    from (
      select r.*, ${hasSourceIdentifier()} as is_hierarchical from apple_postbacks r
      where r.project_id = ${projectId} and r.id = ${id}::uuid
    ) r
    ${matchedSource(projectId)}
    left join campaigns c on c.project_id = ${projectId} and c.id = matched.campaign_id`;
  return row ?? null;
}
