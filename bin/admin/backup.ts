import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Command } from "@/bin/admin/command";
import { backUp, backUpInto, noteBackup, restore } from "@/db/backup";
import { now } from "@/db/clock";
import { Refusal } from "@/lib/refusal";

export const backupCommands: Command[] = [
  {
    name: "backup create",
    summary: "Write everything the database holds at this moment to a file; the server may go on running",
    options: {
      to: {
        value: "FILE",
        required: true,
        help: "Where to; must not exist yet. - for another program: … --to - | …",
      },
    },
    async run(given) {
      const file = given.text("to") ?? "";
      if (file === "-") {
        const { rows } = await backUpInto(process.stdout, now());
        await noteBackup();
        process.stderr.write(`${rows} rows\n`);
        return null;
      }
      if (existsSync(file)) throw new Refusal(409, `${file} exists already.`);
      if (!existsSync(dirname(file))) throw new Refusal(404, `There is no folder ${dirname(file)}.`);
      const written = await backUp(file, now());
      await noteBackup();
      return { file, ...written };
    },
  },
  {
    name: "backup restore",
    summary: "Bring a backup back into an empty database",
    mayBeNew: true,
    options: {
      from: { value: "FILE", required: true, help: "What backup create wrote; - to read it from a pipe" },
    },
    async run(given) {
      const file = given.text("from") ?? "";
      if (file === "-") return restore(process.stdin);
      if (!existsSync(file)) throw new Refusal(404, `There is no file ${file}.`);
      return { file, ...(await restore(file)) };
    },
  },
];
