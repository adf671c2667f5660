import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import type { ConsentPolicy } from "@/lib/facts/consent/permissions";
import { consentPolicyOf } from "@/lib/facts/consent/policy";
import { type ConsentShare, countConsents, storePolicy } from "@/lib/facts/consent/queries";
import type { projectConsent } from "@/lib/facts/consent/schema";

type Shown = z.output<typeof projectConsent>;

const days = 30;

const none: Omit<ConsentShare, "is_inside"> = {
  installs: 0,
  user_data_yes: 0,
  user_data_no: 0,
  personalization_yes: 0,
  personalization_no: 0,
  on_ios: 0,
  att_yes: 0,
  att_no: 0,
  limited: 0,
};

/** The policy, and the consents for installs of the last days. */
export async function consentOfProject(project: Project, now: Date): Promise<Shown> {
  const rows = await countConsents(project.id, new Date(now.getTime() - days * 86_400_000));
  return {
    policy: consentPolicyOf(project.settings),
    days,
    regions: [true, false].map((isInside) => ({
      region: isInside ? ("inside" as const) : ("outside" as const),
      ...presentShare(rows.find((row) => row.is_inside === isInside) ?? none),
    })),
  };
}

const presentShare = (row: Omit<ConsentShare, "is_inside">) => ({
  installs: row.installs,
  ios_installs: row.on_ios,
  ad_user_data: { yes: row.user_data_yes, no: row.user_data_no },
  ad_personalization: { yes: row.personalization_yes, no: row.personalization_no },
  att: { yes: row.att_yes, no: row.att_no },
  limited: row.limited,
});

/** Applies to data stored, matched and sent from now on. */
export const changePolicy = (project: Project, policy: ConsentPolicy, by: Actor, now: Date) =>
  storePolicy(project, policy, by, now);
