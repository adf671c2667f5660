import { createReadStream, existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import {
  type AdminCommand,
  type CommandOption,
  checkOptions,
  type GivenOptions,
} from "@/bin/admin/cli/command";
import { confirmIrreversible, yesOption } from "@/bin/admin/cli/confirm";
import { readPassword } from "@/bin/admin/cli/password-input";
import { projectNamed, projectOption } from "@/bin/admin/cli/project-option";
import { followOptions, switchAfter } from "@/bin/admin/follow-export";
import { writeAtomically } from "@/db/atomic-file";
import { now } from "@/db/clock";
import { commandLine } from "@/lib/accounts/audit/actor";
import { accountOrName } from "@/lib/accounts/create-member";
import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import { exportProject } from "@/lib/moving/export";
import { importProject } from "@/lib/moving/import";
import { assignCell, lastCell } from "@/lib/moving/numbers";
import { freezeProject, moveProject, releaseProject } from "@/lib/projects/move/move";
import { moveInput } from "@/lib/projects/move/schema";

const minPassphrase = 12;

const passphraseOption = (help: string): Record<string, CommandOption> => ({
  "passphrase-file": { value: "FILE", help },
});

/** The first line of the file. */
function passphraseIn(given: GivenOptions): string | null {
  const file = given.text("passphrase-file");
  if (file === undefined) return null;
  if (!existsSync(file)) throw new Refusal("not_found", `There is no file ${file}.`);
  const passphrase = (readFileSync(file, "utf8").split("\n")[0] ?? "").trim();
  if (passphrase.length < minPassphrase)
    throw new Refusal("invalid_request", `The passphrase needs at least ${minPassphrase} characters.`);
  return passphrase;
}

/** Standard output may be the export itself. */
const progressOf = (given: GivenOptions) => (line: string) => {
  if (!given.is("json")) process.stderr.write(`${line}\n`);
};

export const movingCommands: AdminCommand[] = [
  {
    name: "project freeze",
    summary: "Freeze a project before its migration; apps, servers and visitors retry",
    options: projectOption,
    run: async (given) => {
      const project = await projectNamed(given);
      return { project_id: project.id, ...(await freezeProject(project, commandLine)) };
    },
  },
  {
    name: "project release",
    summary: "Release a frozen project that has not moved",
    options: projectOption,
    run: async (given) => {
      const project = await projectNamed(given);
      return { project_id: project.id, ...(await releaseProject(project, commandLine)) };
    },
  },
  {
    name: "project numbers",
    summary: "Set the range of numbers for new projects, unique per cell",
    mayBeNew: true,
    options: {
      cell: {
        value: "N",
        required: true,
        help: `The cell, from 0 to ${lastCell}, different in each cell`,
      },
    },
    run: (given) => assignCell(given.text("cell") ?? ""),
  },
  {
    name: "project moved",
    summary: "Redirect links of a frozen project, and send apps and servers its new address",
    options: {
      ...projectOption,
      to: {
        value: "URL",
        required: true,
        help: "The address of the other instance, such as https://cairn.example",
      },
      links: {
        value: "URL",
        help: "A link host of the project on the other instance; links redirect there (308)",
      },
      number: {
        value: "N",
        help: "The number of the project there, from the output of the import; old URLs redirect to the same page",
      },
    },
    run: async (given) => {
      const project = await projectNamed(given);
      const input = checkOptions(moveInput, {
        to: given.text("to"),
        links: given.text("links"),
        number: given.text("number"),
      });
      return { project_id: project.id, ...(await moveProject(project, input, commandLine)) };
    },
  },
  {
    name: "project export",
    summary: "Export a project to import it into another instance; the server can keep running",
    options: {
      ...projectOption,
      to: {
        value: "FILE",
        required: true,
        help: "File to create, or - for a pipe: … --to - | …",
      },
      ...followOptions,
      "without-spools": {
        help: "Don't wait for machines with clicks on disk that no longer report; their clicks are lost",
      },
      ...passphraseOption(
        "Encrypt credentials with a passphrase, for an instance with a different ENCRYPTION_KEY",
      ),
    },
    async run(given) {
      const file = given.text("to") ?? "";
      const project = await projectNamed(given);
      const progress = progressOf(given);
      const following = switchAfter(given, progress);
      const input = {
        now: now(),
        passphrase: passphraseIn(given),
        progress,
        withoutSpools: given.is("without-spools"),
        ...(following ? { switchAfter: following } : {}),
      };
      if (file === "-") {
        const { rows } = await exportProject(project, process.stdout, input);
        process.stderr.write(`${rows} rows\n`);
        return null;
      }
      if (existsSync(file)) throw new Refusal("wrong_state", `${file} already exists.`);
      if (!existsSync(dirname(file))) throw new Refusal("not_found", `There is no folder ${dirname(file)}.`);
      return { file, ...(await writeAtomically(file, (to) => exportProject(project, to, input))) };
    },
  },
  {
    name: "project import",
    summary: "Import a project from another instance; it stays hidden until the import is complete",
    mayBeNew: true,
    options: {
      from: { value: "FILE", required: true, help: "File from project export, or - for a pipe" },
      account: {
        value: "A",
        help: "ID or name of the account, created if missing (default: the first)",
      },
      ...passphraseOption("File with the export's passphrase (default: ask)"),
      ...yesOption,
    },
    async run(given) {
      const file = given.text("from") ?? "";
      const isPiped = file === "-";
      if (!isPiped && !existsSync(file)) throw new Refusal("not_found", `There is no file ${file}.`);
      const typed = passphraseIn(given);
      const imported = await importProject(isPiped ? process.stdin : createReadStream(file), {
        account: await accountOrName(given.text("account") ?? null),
        appUrl: env.APP_URL,
        passphrase: async () => {
          if (typed !== null) return typed;
          if (process.stdin.isTTY && !isPiped && !given.is("json"))
            return readPassword("Passphrase of the export: ");
          throw new Refusal("invalid_request", "The export has a passphrase. Add --passphrase-file.");
        },
        consent: (loss) => confirmIrreversible(loss, given),
        progress: progressOf(given),
      });
      return imported;
    },
  },
];
