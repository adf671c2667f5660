import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { AdminCommand } from "@/bin/admin/cli/command";
import { confirmIrreversible, yesOption } from "@/bin/admin/cli/confirm";
import { backUp, backUpInto, recordBackup, restore } from "@/db/backup/backup";
import { now } from "@/db/clock";
import { Refusal } from "@/lib/base/refusal";
import {
  acceptCurrentKey,
  isCurrentKey,
  type KeyFacts,
  keyFacts,
  keyLoss,
} from "@/lib/privacy/secrets/encryption-key";

export const backupCommands: AdminCommand[] = [
  {
    name: "backup create",
    summary: "Back up the whole database to a file; the server can keep running",
    options: {
      to: {
        value: "FILE",
        required: true,
        help: "File to create, or - for a pipe: … --to - | …",
      },
    },
    async run(given) {
      const file = given.text("to") ?? "";
      if (file === "-") {
        const { rows } = await backUpInto(process.stdout, now(), await keyFacts());
        await recordBackup();
        process.stderr.write(`${rows} rows\n`);
        return null;
      }
      if (existsSync(file)) throw new Refusal("wrong_state", `${file} already exists.`);
      if (!existsSync(dirname(file))) throw new Refusal("not_found", `There is no folder ${dirname(file)}.`);
      const written = await backUp(file, now(), await keyFacts());
      await recordBackup();
      return { file, ...written };
    },
  },
  {
    name: "backup restore",
    summary: "Restore a backup into an empty database",
    mayBeNew: true,
    anyKey: true,
    options: {
      from: { value: "FILE", required: true, help: "File from backup create, or - for a pipe" },
      ...yesOption,
    },
    async run(given) {
      const file = given.text("from") ?? "";
      let isOther = false;
      const consent = async (secrets: KeyFacts) => {
        if (isCurrentKey(secrets.key)) return;
        isOther = true;
        await confirmIrreversible(
          "The backup was made with a different ENCRYPTION_KEY. To keep all data, start with that key (the setting, or secrets.json of its data folder). " +
            `With the current key ${keyLoss(secrets)}`,
          given,
        );
      };
      const isPiped = file === "-";
      if (!isPiped && !existsSync(file)) throw new Refusal("not_found", `There is no file ${file}.`);
      const restored = await restore(isPiped ? process.stdin : file, consent);
      if (isOther) await acceptCurrentKey();
      return isPiped ? restored : { file, ...restored };
    },
  },
];
