import type { Project } from "@/lib/accounts/access/project";
import { type AppleKeys, appleKeys } from "@/lib/apple/postbacks/keys";
import { decodeConversion } from "@/lib/apple/postbacks/rules";
import { appleSettingsOf, networkNameOf } from "@/lib/apple/postbacks/settings";
import type { OneApplePostback } from "@/lib/apple/postbacks/setup-schema";
import { findPostback } from "@/lib/apple/postbacks/show-queries";
import { verifyPostbackAgain } from "@/lib/apple/postbacks/verify-again";
import { isUuid } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";

const unknown = () => new Refusal("not_found", "Not found.");

export async function showPostback(project: Project, id: string): Promise<OneApplePostback> {
  const row = isUuid(id) ? await findPostback(project.id, id) : null;
  if (!row) throw unknown();
  const { id: own, framework, verdict, why, kid, is_test, is_first, source, raw, campaign } = row;
  return {
    ...{ id: own, framework, verdict, why, kid, is_test, is_first, source, raw, campaign },
    received_at: row.received_at.toISOString(),
    signed: {
      version: row.skan_version,
      postback_id: row.postback_uid,
      sequence: row.sequence,
      network_id: row.network_id,
      network: networkNameOf(appleSettingsOf(project.settings), row.network_id),
      source_identifier: row.source_identifier,
      app_id: row.app_id,
      publisher_app_id: row.publisher_app_id,
      source_domain: row.source_domain,
      marketplace: row.marketplace,
      conversion_type: row.conversion_type,
      fidelity: row.fidelity,
      did_win: row.did_win,
    },
    unsigned: { fine: row.fine, coarse: row.coarse, country: row.country, interaction: row.interaction },
    began: { from: row.begun_from.toISOString(), until: row.begun_until.toISOString() },
    // A version without rules for this value reports it as unknown.
    decoded: versionsOf(row).map((version) => ({
      version,
      ...decodeConversion(row.schemas.find((schema) => schema.version === version)?.rules ?? [], row),
    })),
  };
}

const versionsOf = (row: { schema_from: number; schema_until: number }) => [
  ...new Set([row.schema_from, row.schema_until]),
];

/** Verifies a postback with the currently known keys, for example after an upgrade with a new Apple key. */
export async function verifyAgain(
  project: Project,
  id: string,
  keys: AppleKeys = appleKeys,
): Promise<OneApplePostback> {
  if (!isUuid(id) || (await verifyPostbackAgain(project.id, id, keys)) === null) throw unknown();
  return showPostback(project, id);
}
