import { readFile } from "node:fs/promises";
import type { AdminCommand } from "@/bin/admin/cli/command";
import { now } from "@/db/clock";
import { Refusal } from "@/lib/base/refusal";
import { dropIpList, listIpLists, loadIpList } from "@/lib/traffic/ip-lists/lists";

const name = {
  name: { value: "N", required: true, help: "Name of the list, such as tor or hosting" },
};

export const addressCommands: AdminCommand[] = [
  {
    name: "addresses load",
    summary: "Load a list of anonymous addresses; later clicks and installs from them are marked",
    options: {
      ...name,
      file: {
        value: "FILE",
        required: true,
        help: "One prefix per line, or in the first comma-separated column",
      },
    },
    async run(given) {
      let text: string;
      try {
        text = await readFile(given.text("file")!, "utf8");
      } catch {
        throw new Refusal("invalid_request", "This file cannot be read.");
      }
      return loadIpList(given.text("name")!, text, now());
    },
  },
  {
    name: "addresses list",
    summary: "List the loaded lists of anonymous addresses",
    options: {},
    async run() {
      return Object.fromEntries(
        (await listIpLists()).map((list) => [
          list.name,
          `${list.size} ranges, loaded ${list.loaded_at.toISOString()}`,
        ]),
      );
    },
  },
  {
    name: "addresses remove",
    summary: "Remove a list of anonymous addresses; existing marks stay",
    options: name,
    async run(given) {
      await dropIpList(given.text("name")!);
      return { removed: given.text("name") };
    },
  },
];
