import { type MemberAction, may, minRole, type Role } from "@/lib/accounts/access/roles";
import { t } from "@/lib/base/languages/texts";
import { useSession } from "./session";

/** The reason why a role may not perform an action; undefined if it may. Shown on the disabled control. */
export function missingRoleText(role: Role | undefined, action: MemberAction): string | undefined {
  if (role && may(role, action)) return undefined;
  const min = minRole[action];
  return min === "owner"
    ? t("Only an owner can do this")
    : t("Requires the {roleName} role or higher", { roleName: roleNames[min] });
}

/** For the open project. */
export function useMissingRoleText(action: MemberAction): string | undefined {
  return missingRoleText(useSession().project?.role, action);
}

export const roleNames: Record<Role, string> = {
  owner: t("Owner"),
  admin: t("Admin"),
  marketer: t("Marketer"),
  viewer: t("Viewer"),
};

export const roleMeanings: Record<Role, string> = {
  owner: t("Everything, including billing, deleting projects and other owners"),
  admin: t("Keys, members, domains, settings and personal data, plus everything a marketer can do"),
  marketer: t("Campaigns, reports and store listings"),
  viewer: t("Can view campaigns, installs and reports without names, emails and phones, and not change them"),
};
