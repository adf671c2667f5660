import { readFile } from "node:fs/promises";
import type { Command } from "@/bin/admin/command";
import { now } from "@/db/clock";
import { Refusal } from "@/lib/base/refusal";
import { dropList, listLists, loadList } from "@/lib/traffic/ip-lists/lists";

const name = {
  name: { value: "N", required: true, help: "What the list is called, such as tor or hosting" },
};

export const addressCommands: Command[] = [
  {
    name: "addresses load",
    summary: "Load a list of anonymous addresses: clicks and installs from them are noted from then on",
    options: {
      ...name,
      file: {
        value: "FILE",
        required: true,
        help: "One prefix a line, or the first of comma-separated columns",
      },
    },
    async run(given) {
      let text: string;
      try {
        text = await readFile(given.text("file")!, "utf8");
      } catch {
        throw new Refusal(400, "This file cannot be read.");
      }
      return loadList(given.text("name")!, text, now());
    },
  },
  {
    name: "addresses list",
    summary: "The lists of anonymous addresses that are loaded",
    options: {},
    async run() {
      return Object.fromEntries(
        (await listLists()).map((list) => [
          list.name,
          `${list.size} ranges, loaded ${list.loaded_at.toISOString()}`,
        ]),
      );
    },
  },
  {
    name: "addresses remove",
    summary: "Forget a list of anonymous addresses; what was noted by it stays noted",
    options: name,
    async run(given) {
      await dropList(given.text("name")!);
      return { removed: given.text("name") };
    },
  },
];
