import type { AdminCommand } from "@/bin/admin/cli/command";
import { consentTo, yes } from "@/bin/admin/cli/confirm";
import { acceptKey, lossNow } from "@/lib/privacy/secrets/encryption-key";

export const secretCommands: AdminCommand[] = [
  {
    name: "secrets accept",
    summary: "Accept a new ENCRYPTION_KEY after the old one was lost",
    anyKey: true,
    options: yes,
    async run(given) {
      const loss = await lossNow();
      if (loss !== null) await consentTo(`With this ENCRYPTION_KEY ${loss}`, given);
      await acceptKey();
      return { accepted: true, lost: loss };
    },
  },
];
