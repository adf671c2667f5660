import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { type AdminCommand, checkOptions, type GivenOptions } from "@/bin/admin/cli/command";
import { projectNamed, projectOption } from "@/bin/admin/cli/project-option";
import { now } from "@/db/clock";
import { commandLine } from "@/lib/accounts/audit/actor";
import { removeMetaKey } from "@/lib/attribution/meta-key/remove";
import { metaKeyInput } from "@/lib/attribution/meta-key/schema";
import { setMetaKey } from "@/lib/attribution/meta-key/set";
import { showMetaKey } from "@/lib/attribution/meta-key/show";
import { Refusal } from "@/lib/base/refusal";

export const metaKeyCommands: AdminCommand[] = [
  {
    name: "meta-key set",
    summary: "Set the key for Meta's encrypted install referrer; it is encrypted and never shown",
    options: {
      ...projectOption,
      file: { value: "FILE", required: true, help: "File with the key; - for standard input" },
      sample: { value: "REFERRER", help: "An encrypted referrer to test the key with" },
    },
    async run(given) {
      const project = await projectNamed(given);
      const input = checkOptions(metaKeyInput, {
        key: await contentOf(given.text("file") ?? "-"),
        sample: given.text("sample"),
      });
      return setMetaKey(project, input, commandLine, now());
    },
  },
  {
    name: "meta-key show",
    summary: "Show whether a key for Meta's install referrer is set, with its date and author",
    options: projectOption,
    run: async (given: GivenOptions) => showMetaKey(await projectNamed(given)),
  },
  {
    name: "meta-key remove",
    summary: "Remove the key for Meta's encrypted install referrer",
    options: projectOption,
    run: async (given: GivenOptions) => removeMetaKey(await projectNamed(given), commandLine, now()),
  },
];

/** The key is read from a file, because every user of the machine can see the options of a process. */
async function contentOf(file: string): Promise<string> {
  try {
    return file === "-" ? await text(process.stdin) : await readFile(file, "utf8");
  } catch {
    throw new Refusal("invalid_request", `--file: ${file} cannot be read.`);
  }
}
