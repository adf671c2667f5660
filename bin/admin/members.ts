import { type AdminCommand, checkOptions } from "@/bin/admin/cli/command";
import { passwordOptions, readPasswordFrom } from "@/bin/admin/cli/password-input";
import { listAllMembers, projectIdNamed } from "@/bin/admin/cli/queries";
import { type ProjectRole, projectRoles, roles } from "@/lib/accounts/access/roles";
import { accountNamed, accountOrName, createMember } from "@/lib/accounts/create-member";
import { setMemberAccess } from "@/lib/accounts/members/change";
import { findByEmail } from "@/lib/accounts/queries";
import { memberAccess, newMember, newPassword } from "@/lib/accounts/schema";
import { setPassword } from "@/lib/accounts/set-password";
import { Refusal } from "@/lib/base/refusal";

const projectsOption = {
  value: "LIST",
  help: `Only these projects, by ID or slug, each with its role: my-app:viewer,other:admin (${projectRoles.join(", ")})`,
};

async function grantsOf(typed: [string, ProjectRole][]) {
  const grants = [];
  for (const [name, role] of typed) {
    const id = await projectIdNamed(name);
    if (id === null) throw new Refusal("not_found", `There is no project "${name}".`);
    grants.push({ project_id: id, role });
  }
  return grants;
}

export const memberCommands: AdminCommand[] = [
  {
    name: "user create",
    summary: "Add a member; the first one of an account is its owner",
    options: {
      email: { value: "E", required: true, help: "Email for sign-in" },
      ...passwordOptions,
      name: { value: "N", help: "Name (default: the beginning of the email)" },
      account: {
        value: "A",
        help: "ID or name of the account, created if missing (default: the first)",
      },
      role: { value: "R", help: `One of ${roles.join(", ")}(default: viewer, owner for the first)` },
      projects: projectsOption,
    },
    async run(given) {
      const input = checkOptions(newMember, {
        email: given.text("email"),
        password: await readPasswordFrom(given),
        name: given.text("name"),
        role: given.text("role"),
        projects: given.text("projects"),
      });
      if (input.projects && given.text("role"))
        throw new Refusal(
          "invalid_request",
          "Set --projects for roles in projects, or --role for the whole account, not both.",
        );
      const projects = input.projects && (await grantsOf(input.projects));
      const account = await accountNamed(given.text("account") ?? null);
      const name = input.name ?? input.email.split("@")[0] ?? "";
      const { email, password, role } = input;
      const made = await createMember(account, {
        ...{ email, password, role, name },
        ...(projects ? { projects } : {}),
      });
      return { member_id: made.member_id, email, account_id: account, role: made.role };
    },
  },
  {
    name: "user list",
    summary: "List all members with their roles, including members without access",
    options: {},
    async run() {
      const rows = await listAllMembers();
      return {
        members: rows.map(({ last_seen_at, ...row }) => ({
          ...row,
          last_seen_at: last_seen_at?.toISOString() ?? null,
        })),
      };
    },
  },
  {
    name: "user access",
    summary:
      "Change a member's access to the account or to projects, and end their sessions; also restores members who left",
    options: {
      email: { value: "E", required: true, help: "Email for sign-in" },
      account: { value: "A", help: "ID or name of the account (default: the first)" },
      role: { value: "R", help: `In the whole account: one of ${roles.join(", ")}` },
      projects: projectsOption,
    },
    async run(given) {
      const input = checkOptions(memberAccess, {
        email: given.text("email"),
        role: given.text("role"),
        projects: given.text("projects"),
      });
      const member = await findByEmail(input.email);
      if (!member) throw new Refusal("not_found", `There is no member with the email ${input.email}.`);
      const { role, projects } = input;
      const to = role ? { role } : { projects: await grantsOf(projects ?? []) };
      const account = await accountOrName(given.text("account") ?? null);
      if (typeof account === "string") throw new Refusal("not_found", `There is no account "${account}".`);
      await setMemberAccess(account, member.id, to);
      return { member_id: member.id, email: member.email, account_id: account, role: role ?? null };
    },
  },
  {
    name: "user password",
    summary: "Set a member's password, and end their sessions",
    options: {
      email: { value: "E", required: true, help: "Email for sign-in" },
      ...passwordOptions,
    },
    async run(given) {
      return setPassword(
        checkOptions(newPassword, { email: given.text("email"), password: await readPasswordFrom(given) }),
      );
    },
  },
];
