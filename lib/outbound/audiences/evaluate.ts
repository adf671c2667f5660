/** Decides for whom and under which IDs an install may be sent to a receiver. Pure. */
import { createHash, createHmac } from "node:crypto";
import type { Project } from "@/lib/accounts/access/project";
import { consentPermissionsOf } from "@/lib/facts/consent/permissions";
import { consentPolicyOf } from "@/lib/facts/consent/policy";
import { consentSignalsOf } from "@/lib/facts/consent/signals";
import type { CandidateRow } from "@/lib/outbound/audiences/conditions/queries";
import type { AudienceCandidate, AudienceKind, MemberIds } from "@/lib/outbound/audiences/kinds/kind";
import type { AudienceSkipReason } from "@/lib/outbound/audiences/skip-reasons";
import { checkConsent } from "@/lib/outbound/mapping/gates";
import { mayTrack } from "@/lib/outbound/mapping/payload";

export function candidateOf(row: CandidateRow, { settings }: Pick<Project, "settings">): AudienceCandidate {
  const signals = row.consent ?? consentSignalsOf(row.device_data ?? {});
  return {
    installId: row.install_id,
    instance: row.instance,
    platform: row.platform,
    user: row.user_id === null ? null : { id: row.user_id, email: row.email, phone: row.phone },
    devices: row.devices ?? [],
    permissions: consentPermissionsOf(signals, { policy: consentPolicyOf(settings), country: row.country }),
    tcString: signals.tc_string,
    isTest: false,
    isErased: false,
  };
}

export type EvaluatedCandidate = { ids: MemberIds } | { skipped: AudienceSkipReason };

export function evaluateCandidate(kind: AudienceKind, candidate: AudienceCandidate): EvaluatedCandidate {
  const closed = checkConsent({ kind, fact: candidate });
  if (closed !== null) return { skipped: closed as AudienceSkipReason };
  const { permissions, platform } = candidate;
  // An audience is for personalized ads everywhere, also where the law does not require a consent.
  if (kind.needsPersonalization && !permissions.adPersonalization)
    return { skipped: "not_consented:ad_personalization" };
  // Apple's rules count lists of email addresses for ad networks as tracking, too.
  if (kind.needsTracking && !mayTrack({ install: { platform }, permissions }))
    return { skipped: "att_not_authorized" };
  const ids = kind.idsOf(candidate);
  return ids === null ? { skipped: "no_identifier" } : { ids };
}

/** Changed IDs have another digest. */
export const digestOf = (ids: MemberIds): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(ids).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest("hex")
    .slice(0, 32);

/**
 * True for this percentage of people, always the same ones. A smaller percentage is a part of a larger one. Installs of
 * one user are one person.
 */
export function isHeldOut({ user, instance }: AudienceCandidate, seed: string, percent: number): boolean {
  if (percent === 0) return false;
  const person = user === null ? `install ${instance}` : `user ${user.id}`;
  const place = createHmac("sha256", seed).update(person).digest().readUInt32BE(0) / 2 ** 32;
  return place * 100 < percent;
}
