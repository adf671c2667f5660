import type { AdminCommand } from "@/bin/admin/cli/command";
import { confirmIrreversible, yesOption } from "@/bin/admin/cli/confirm";
import { acceptCurrentKey, keyLossText } from "@/lib/privacy/secrets/encryption-key";

export const secretCommands: AdminCommand[] = [
  {
    name: "secrets accept",
    summary: "Accept a new ENCRYPTION_KEY after the old one was lost",
    anyKey: true,
    options: yesOption,
    async run(given) {
      const loss = await keyLossText();
      if (loss !== null) await confirmIrreversible(`With this ENCRYPTION_KEY ${loss}`, given);
      await acceptCurrentKey();
      return { accepted: true, lost: loss };
    },
  },
];
