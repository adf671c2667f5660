import { type MemberAction, may, minRole, type Role } from "@/lib/accounts/access/roles";
import { useSession } from "./session";

/** The reason why a role may not perform an action; undefined if it may. Shown on the disabled control. */
export function missingRoleText(role: Role | undefined, action: MemberAction): string | undefined {
  if (role && may(role, action)) return undefined;
  const min = minRole[action];
  return min === "owner" ? "Only an owner can do this" : `Requires the ${roleNames[min]} role or higher`;
}

/** For the open project. */
export function useMissingRoleText(action: MemberAction): string | undefined {
  return missingRoleText(useSession().project?.role, action);
}

export const roleNames: Record<Role, string> = {
  owner: "Owner",
  admin: "Admin",
  marketer: "Marketer",
  viewer: "Viewer",
};

export const roleMeanings: Record<Role, string> = {
  owner: "Everything, including billing, deleting projects and other owners",
  admin: "Keys, members, domains, settings and personal data, plus everything a marketer can do",
  marketer: "Campaigns, reports and store listings",
  viewer: "Can view campaigns, installs and reports without names, emails and phones, and not change them",
};
