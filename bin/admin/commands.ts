import { addressCommands } from "@/bin/admin/addresses";
import { alertCommands } from "@/bin/admin/alerts";
import { appleAppCommands } from "@/bin/admin/apple-apps";
import { attributionCommands } from "@/bin/admin/attribution";
import { backupCommands } from "@/bin/admin/backup";
import { channelCommands } from "@/bin/admin/channels";
import type { Command } from "@/bin/admin/command";
import { destinationCommands } from "@/bin/admin/destinations";
import { domainCommands } from "@/bin/admin/domains";
import { installCommands } from "@/bin/admin/installs";
import { keyCommands } from "@/bin/admin/keys";
import { limitCommands } from "@/bin/admin/limits";
import { memberCommands } from "@/bin/admin/members";
import { metaKeyCommands } from "@/bin/admin/meta-key";
import { movingCommands } from "@/bin/admin/moving";
import { personCommands } from "@/bin/admin/person";
import { projectCommands } from "@/bin/admin/projects";
import { reportCommands } from "@/bin/admin/report";
import { retentionCommands } from "@/bin/admin/retention";
import { secretCommands } from "@/bin/admin/secrets";
import { uninstallCommands } from "@/bin/admin/uninstalls";

/** Every command of `npm run admin`. */
export const commands: Command[] = [
  ...memberCommands,
  ...projectCommands,
  ...movingCommands,
  ...domainCommands,
  ...appleAppCommands,
  ...keyCommands,
  ...channelCommands,
  ...destinationCommands,
  ...alertCommands,
  ...limitCommands,
  ...addressCommands,
  ...attributionCommands,
  ...installCommands,
  ...metaKeyCommands,
  ...uninstallCommands,
  ...reportCommands,
  ...retentionCommands,
  ...personCommands,
  ...backupCommands,
  ...secretCommands,
];
