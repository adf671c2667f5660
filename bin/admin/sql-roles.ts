import type { AdminCommand } from "@/bin/admin/cli/command";
import { projectNamed, projectOption } from "@/bin/admin/cli/project-option";
import { now } from "@/db/clock";
import { createSqlRole, listSqlRoles, revokeSqlRole } from "@/lib/data-access/sql/roles";

export const sqlRoleCommands: AdminCommand[] = [
  {
    name: "sql-role create",
    summary: "Create a read-only database role for one project; its password is shown once",
    options: {
      ...projectOption,
      private: { help: "Include personal columns, in the schema cairn_private" },
    },
    run: async (given) => createSqlRole(await projectNamed(given), given.is("private"), now()),
  },
  {
    name: "sql-role list",
    summary: "List the database roles",
    options: {},
    run: async () => ({ roles: await listSqlRoles() }),
  },
  {
    name: "sql-role revoke",
    summary: "Drop a database role, and end its sessions",
    options: { role: { value: "NAME", required: true, help: "The role's name" } },
    run: (given) => revokeSqlRole(given.text("role") ?? ""),
  },
];
