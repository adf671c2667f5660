import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { type AdminCommand, checkOptions, type GivenOptions } from "@/bin/admin/cli/command";
import { projectNamed, projectOption } from "@/bin/admin/cli/project-option";
import { now } from "@/db/clock";
import { commandLine } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { connectPushService, disconnectPushService, testPushService } from "@/lib/facts/uninstalls/connect";
import { pushKindParam } from "@/lib/facts/uninstalls/schema";
import { showUninstalls } from "@/lib/facts/uninstalls/show";

const service = { service: { value: "fcm|apns", required: true, help: "Firebase or Apple" } } as const;
const file = (help: string) => ({ file: { value: "FILE", required: true, help } }) as const;
const kindIn = (given: GivenOptions) =>
  checkOptions(pushKindParam, { kind: given.text("service") }, "service").kind;

export const uninstallCommands: AdminCommand[] = [
  {
    name: "uninstalls show",
    summary: "Show push services, their last results and the number of tokens",
    options: projectOption,
    run: async (given: GivenOptions) => showUninstalls(await projectNamed(given)),
  },
  {
    name: "uninstalls set-fcm",
    summary: "Set Firebase's service account; it is encrypted and never shown",
    options: {
      ...projectOption,
      ...file("Google's service account file (JSON); - for standard input"),
    },
    async run(given: GivenOptions) {
      const project = await projectNamed(given);
      const service_account = await contentOf(given);
      return connectPushService(project, "fcm", { service_account }, commandLine, now());
    },
  },
  {
    name: "uninstalls set-apns",
    summary: "Set Apple's push key; it is encrypted and never shown",
    options: {
      ...projectOption,
      ...file("Apple's key file (.p8); - for standard input"),
      "key-id": { value: "ID", required: true, help: "Key ID, ten letters and digits" },
      "team-id": { value: "ID", required: true, help: "Team ID, ten letters and digits" },
      topic: { value: "BUNDLE", required: true, help: "The app's bundle ID" },
    },
    async run(given: GivenOptions) {
      const project = await projectNamed(given);
      const credentials = {
        key: await contentOf(given),
        key_id: given.text("key-id") ?? "",
        team_id: given.text("team-id") ?? "",
        topic: given.text("topic") ?? "",
      };
      return connectPushService(project, "apns", credentials, commandLine, now());
    },
  },
  {
    name: "uninstalls test",
    summary: "Test the credentials of a push service; if they work, checks resume",
    options: { ...projectOption, ...service },
    isBad: ({ accepted }) => accepted === false,
    run: async (given: GivenOptions) => testPushService(await projectNamed(given), kindIn(given), now()),
  },
  {
    name: "uninstalls remove",
    summary: "Remove the credentials of a push service; known uninstalls stay",
    options: { ...projectOption, ...service },
    run: async (given: GivenOptions) =>
      disconnectPushService(await projectNamed(given), kindIn(given), commandLine),
  },
];

/** The key is read from a file, because every user of the machine can see the options of a process. */
async function contentOf(given: GivenOptions): Promise<string> {
  const name = given.text("file") ?? "-";
  try {
    return (name === "-" ? await text(process.stdin) : await readFile(name, "utf8")).trim();
  } catch {
    throw new Refusal("invalid_request", `--file: ${name} cannot be read.`);
  }
}
