import { type Action, leastRole, may, type Role } from "@/lib/accounts/access/roles";
import { useSession } from "./session";

/** Why an action is not open to a role; undefined when it is. Shown on the control that is switched off. */
export function lacking(role: Role | undefined, action: Action): string | undefined {
  if (role && may(role, action)) return undefined;
  const least = leastRole[action];
  return least === "owner" ? "Only an owner can do this" : `This takes the role ${roleNames[least]} or above`;
}

/** For the project that is open. */
export function useLacking(action: Action): string | undefined {
  return lacking(useSession().project?.role, action);
}

export const roleNames: Record<Role, string> = {
  owner: "Owner",
  admin: "Admin",
  marketer: "Marketer",
  viewer: "Viewer",
};

export const roleMeanings: Record<Role, string> = {
  owner: "Everything, billing state and other owners included",
  admin: "Keys, members, domains and settings, and all a marketer does",
  marketer: "Campaigns, reports and store listings",
  viewer: "Sees campaigns, installs and figures, changes nothing",
};
