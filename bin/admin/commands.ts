import type { AdminCommand } from "@/bin/admin/cli/command";

type Group = { words: string[]; load(): Promise<AdminCommand[]> };

/** The commands of each file, by their first words. */
const groups: Group[] = [
  { words: ["user"], load: async () => (await import("@/bin/admin/members")).memberCommands },
  {
    words: ["project", "store-listing"],
    load: async () => (await import("@/bin/admin/projects")).projectCommands,
  },
  { words: ["project"], load: async () => (await import("@/bin/admin/moving")).movingCommands },
  { words: ["domain"], load: async () => (await import("@/bin/admin/domains")).domainCommands },
  { words: ["apple-app"], load: async () => (await import("@/bin/admin/apple-apps")).appleAppCommands },
  { words: ["server-key"], load: async () => (await import("@/bin/admin/keys")).keyCommands },
  {
    words: ["affiliate", "network-account"],
    load: async () => (await import("@/bin/admin/channels")).channelCommands,
  },
  {
    words: ["destination", "deliveries"],
    load: async () => (await import("@/bin/admin/destinations")).destinationCommands,
  },
  { words: ["alert"], load: async () => (await import("@/bin/admin/alerts")).alertCommands },
  { words: ["limits"], load: async () => (await import("@/bin/admin/limits")).limitCommands },
  { words: ["addresses"], load: async () => (await import("@/bin/admin/addresses")).addressCommands },
  { words: ["attribution"], load: async () => (await import("@/bin/admin/attribution")).attributionCommands },
  { words: ["meta-key"], load: async () => (await import("@/bin/admin/meta-key")).metaKeyCommands },
  { words: ["uninstalls"], load: async () => (await import("@/bin/admin/uninstalls")).uninstallCommands },
  { words: ["report"], load: async () => (await import("@/bin/admin/report")).reportCommands },
  { words: ["retention"], load: async () => (await import("@/bin/admin/retention")).retentionCommands },
  { words: ["person"], load: async () => (await import("@/bin/admin/person")).personCommands },
  { words: ["backup"], load: async () => (await import("@/bin/admin/backup")).backupCommands },
  { words: ["secrets"], load: async () => (await import("@/bin/admin/secrets")).secretCommands },
];

/** The commands that begin with the word, of which only the files are loaded; every command if none does. */
export async function loadCommands(word?: string): Promise<AdminCommand[]> {
  const found = groups.filter(({ words }) => word !== undefined && words.includes(word));
  const loaded = await Promise.all((found.length > 0 ? found : groups).map((group) => group.load()));
  return loaded.flat();
}
