import { readFileSync } from "node:fs";
import type { AdminCommand, GivenOptions } from "@/bin/admin/cli/command";
import { confirmIrreversible, yesOption } from "@/bin/admin/cli/confirm";
import { idFromOption } from "@/bin/admin/cli/id-option";
import { projectNamed, projectOption } from "@/bin/admin/cli/project-option";
import { now } from "@/db/clock";
import { commandLine } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import {
  addFileExport,
  listEarlierFiles,
  listFileExports,
  listFileRuns,
  readServerKey,
  removeFileExport,
  runFilesHere,
  testStorage,
} from "@/lib/data-access/files/exports";
import { earlierFilesQuery, fileExportInput, hostKeyBody } from "@/lib/data-access/files/schema";

const idOption = {
  id: { value: "ID", required: true, help: "ID of the scheduled files, from file-export list" },
};
const idIn = (given: GivenOptions) => idFromOption(given, "Not found.");

const example =
  '{"title":"Warehouse","datasets":["installs"],"format":"parquet","cadence":"daily","storage":"folder","place":{"prefix":"raw"}}';

function jsonIn(option: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The sentence below is for every text that is not an object.
  }
  throw new Refusal("invalid_request", `${option} must be a JSON object, such as ${example}.`);
}

function firstProblem(
  option: string,
  { issues }: { issues: { path: PropertyKey[]; message: string }[] },
): Refusal {
  const { path, message } = issues[0]!;
  return new Refusal("invalid_request", `${option}: ${[path.join("."), message].filter(Boolean).join(": ")}`);
}

function exportIn(given: GivenOptions) {
  const file = given.text("secrets-file");
  const secrets = file
    ? { secrets: jsonIn("--secrets-file", readFileSync(file === "-" ? 0 : file, "utf8")) }
    : {};
  const parsed = fileExportInput.safeParse({ ...jsonIn("--export", given.text("export") ?? ""), ...secrets });
  if (parsed.success) return parsed.data;
  throw firstProblem("--export", parsed.error);
}

export const fileExportCommands: AdminCommand[] = [
  {
    name: "file-export create",
    summary: "Schedule files of datasets in a storage, and test the storage",
    options: {
      ...projectOption,
      export: { value: "JSON", required: true, help: `Such as '${example}'` },
      "secrets-file": { value: "FILE", help: "Credentials as JSON, or - for standard input" },
    },
    async run(given) {
      const project = await projectNamed(given);
      const made = await addFileExport(project, exportIn(given), commandLine, now());
      return { id: made.export.id, storage: await testStorage(project, made.export.id) };
    },
  },
  {
    name: "file-export host-key",
    summary: "Show the key of an SSH server, to compare it before files are sent there",
    options: {
      host: { value: "HOST", required: true, help: "Name or address of the server" },
      port: { value: "PORT", help: "22 by default" },
    },
    async run(given) {
      const server = hostKeyBody.safeParse({ host: given.text("host"), port: given.text("port") });
      if (!server.success) throw firstProblem("--host, --port", server.error);
      return { ...(await readServerKey(server.data)) };
    },
  },
  {
    name: "file-export list",
    summary: "List scheduled files with their last runs",
    options: projectOption,
    run: async (given) => ({ exports: (await listFileExports(await projectNamed(given), now())).exports }),
  },
  {
    name: "file-export runs",
    summary: "List the newest runs of scheduled files, with their files",
    options: { ...projectOption, ...idOption },
    run: async (given) => ({
      runs: (await listFileRuns(await projectNamed(given), idIn(given), now())).runs,
    }),
  },
  {
    name: "file-export earlier-files",
    summary: "List files that may contain erased people, the newest first",
    options: {
      ...projectOption,
      ...idOption,
      before: { value: "RUN", help: "Only files of runs before this one" },
    },
    async run(given) {
      const before = given.text("before");
      const project = await projectNamed(given);
      return listEarlierFiles(project, idIn(given), earlierFilesQuery.parse({ before }).before);
    },
  },
  {
    name: "file-export run",
    summary: "Write new changes to files now, and show the run",
    options: { ...projectOption, ...idOption },
    run: async (given) => runFilesHere(await projectNamed(given), idIn(given), commandLine, now),
  },
  {
    name: "file-export remove",
    summary: "Remove scheduled files and their log; files in the storage are kept",
    options: { ...projectOption, ...idOption, ...yesOption },
    async run(given) {
      const project = await projectNamed(given);
      const id = idIn(given);
      await confirmIrreversible("The schedule and the log of its runs are deleted.", given);
      return removeFileExport(project, id, commandLine);
    },
  },
];
