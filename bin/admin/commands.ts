import type { AdminCommand } from "@/bin/admin/cli/command";

type Group = { names: string[]; load(): Promise<AdminCommand[]> };

/** The commands of each file, by their first words. */
const groups: Group[] = [
  { names: ["user"], load: async () => (await import("@/bin/admin/members")).memberCommands },
  {
    names: ["project", "store-listing"],
    load: async () => (await import("@/bin/admin/projects")).projectCommands,
  },
  { names: ["project"], load: async () => (await import("@/bin/admin/moving")).movingCommands },
  { names: ["domain"], load: async () => (await import("@/bin/admin/domains")).domainCommands },
  { names: ["apple-app"], load: async () => (await import("@/bin/admin/apple-apps")).appleAppCommands },
  { names: ["server-key"], load: async () => (await import("@/bin/admin/keys")).keyCommands },
  {
    names: ["file-export"],
    load: async () => (await import("@/bin/admin/file-exports")).fileExportCommands,
  },
  { names: ["audience"], load: async () => (await import("@/bin/admin/audiences")).audienceCommands },
  { names: ["sql-role"], load: async () => (await import("@/bin/admin/sql-roles")).sqlRoleCommands },
  {
    names: ["network", "affiliate", "network-account"],
    load: async () => (await import("@/bin/admin/channels")).channelCommands,
  },
  {
    names: ["destination", "deliveries"],
    load: async () => (await import("@/bin/admin/destinations")).destinationCommands,
  },
  { names: ["alert"], load: async () => (await import("@/bin/admin/alerts")).alertCommands },
  { names: ["limits"], load: async () => (await import("@/bin/admin/limits")).limitCommands },
  { names: ["addresses"], load: async () => (await import("@/bin/admin/addresses")).addressCommands },
  { names: ["attribution"], load: async () => (await import("@/bin/admin/attribution")).attributionCommands },
  { names: ["meta-key"], load: async () => (await import("@/bin/admin/meta-key")).metaKeyCommands },
  { names: ["uninstalls"], load: async () => (await import("@/bin/admin/uninstalls")).uninstallCommands },
  { names: ["report"], load: async () => (await import("@/bin/admin/report")).reportCommands },
  { names: ["retention"], load: async () => (await import("@/bin/admin/retention")).retentionCommands },
  { names: ["person"], load: async () => (await import("@/bin/admin/person")).personCommands },
  { names: ["backup"], load: async () => (await import("@/bin/admin/backup")).backupCommands },
  { names: ["secrets"], load: async () => (await import("@/bin/admin/secrets")).secretCommands },
];

/** The commands that begin with the word, loading only their files; every command if none matches. */
export async function loadCommands(word?: string): Promise<AdminCommand[]> {
  const found = groups.filter(({ names: words }) => word !== undefined && words.includes(word));
  const loaded = await Promise.all((found.length > 0 ? found : groups).map((group) => group.load()));
  return loaded.flat();
}
