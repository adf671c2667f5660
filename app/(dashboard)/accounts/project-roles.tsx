import { roleNames } from "@/app/(dashboard)/shell/roles";
import { may, mayGrant, type ProjectRole } from "@/lib/accounts/access/roles";
import type { AccountSummary, Colleague } from "@/lib/accounts/schema";

/**
 * Members cannot change anyone above themselves. Members of single projects rank below all members who manage members.
 */
export const mayChangeMember = (account: AccountSummary | undefined, { role }: Colleague) =>
  account !== undefined &&
  (role === null ? may(account.role, "members.write") : mayGrant(account.role, role));

type Props = { projects: readonly { id: number; name: string; role: ProjectRole }[] };

/** The projects that a member may open instead of the whole account, with the role in each. */
export function ProjectRoles({ projects }: Props) {
  return (
    <ul className="grid gap-0.5 text-muted">
      {projects.map(({ id, name, role }) => (
        <li key={id}>
          <span className="text-ink">{name}</span> · {roleNames[role]}
        </li>
      ))}
    </ul>
  );
}
