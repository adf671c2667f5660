import { type Action, leastRole, may, type Role } from "@/lib/accounts/access/roles";
import { roleNames } from "./role-names";
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
