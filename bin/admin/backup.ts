import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Command } from "@/bin/admin/command";
import { backUp, restore } from "@/db/backup";
import { now } from "@/db/clock";
import { Refusal } from "@/lib/refusal";

export const backupCommands: Command[] = [
  {
    name: "backup create",
    summary: "Write everything the database holds at this moment to a file; the server may go on running",
    options: { to: { value: "FILE", required: true, help: "Where to; must not exist yet" } },
    async run(given) {
      const file = given.text("to") ?? "";
      if (existsSync(file)) throw new Refusal(409, `${file} exists already.`);
      if (!existsSync(dirname(file))) throw new Refusal(404, `There is no folder ${dirname(file)}.`);
      return { file, ...(await backUp(file, now())) };
    },
  },
  {
    name: "backup restore",
    summary: "Bring a backup back into an empty database",
    mayBeNew: true,
    options: { from: { value: "FILE", required: true, help: "What backup create wrote" } },
    async run(given) {
      const file = given.text("from") ?? "";
      if (!existsSync(file)) throw new Refusal(404, `There is no file ${file}.`);
      return { file, ...(await restore(file)) };
    },
  },
];
