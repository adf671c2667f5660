import { writeFileSync } from "node:fs";
import type { AdminCommand, GivenOptions } from "@/bin/admin/cli/command";
import { projectNamed, projectOption } from "@/bin/admin/cli/project-option";
import { now } from "@/db/clock";
import { commandLine } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { erasePerson, exportPerson, type PersonIds } from "@/lib/privacy/person";

const who = {
  ...projectOption,
  user: { value: "ID", help: "The user's ID from the app" },
  install: { value: "ID", help: "The install instance, for users whom the app never identified" },
};

function personIn(given: GivenOptions): PersonIds {
  const [user, install] = [given.text("user") ?? null, given.text("install") ?? null];
  if (!user && !install) throw new Refusal("invalid_request", "Add --user ID or --install ID.");
  return { user, install };
}

export const personCommands: AdminCommand[] = [
  {
    name: "person export",
    summary: "Export all data about a person",
    options: { ...who, to: { value: "FILE", help: "Write JSON to this file instead of showing it" } },
    async run(given) {
      const found = await exportPerson(await projectNamed(given), personIn(given), commandLine);
      const file = given.text("to");
      if (file === undefined) return found;
      writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`, { mode: 0o600, flag: "wx" });
      return { file };
    },
  },
  {
    name: "person erase",
    summary: "Erase a person's data permanently; figures are kept",
    options: { ...who, yes: { help: "Confirm the erasure" } },
    async run(given) {
      if (!given.is("yes"))
        throw new Refusal("invalid_request", "This can't be undone. To continue, add --yes.");
      return { ...(await erasePerson(await projectNamed(given), personIn(given), commandLine, now())) };
    },
  },
];
