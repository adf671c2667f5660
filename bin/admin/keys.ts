import { type AdminCommand, checkOptions } from "@/bin/admin/cli/command";
import { projectNamed, projectOption } from "@/bin/admin/cli/project-option";
import { now } from "@/db/clock";
import { keyScopeNames } from "@/lib/accounts/access/scopes";
import { commandLine } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import {
  issueServerKey,
  listServerKeys,
  serverKeysNamed,
  withdrawServerKey,
} from "@/lib/projects/server-keys/keys";
import { serverKeyInput } from "@/lib/projects/server-keys/schema";

export const keyCommands: AdminCommand[] = [
  {
    name: "server-key list",
    summary: "List the server keys of a project, without secrets",
    options: projectOption,
    async run(given) {
      const { server_keys } = await listServerKeys(await projectNamed(given), now());
      return {
        server_keys: server_keys.map(({ id, name, prefix, scopes, state, expires_at, last_used_at }) => ({
          id,
          name,
          prefix,
          scopes,
          state,
          expires_at,
          last_used_at,
        })),
      };
    },
  },
  {
    name: "server-key create",
    summary: "Create a server key; it is shown once",
    options: {
      ...projectOption,
      name: { value: "N", help: "Purpose (default: Command line)" },
      scopes: {
        value: "LIST",
        help: `Permissions, separated by commas: ${keyScopeNames.join(", ")} (default: api)`,
      },
      "expires-at": { value: "TIME", help: "Such as 2030-01-31T00:00:00Z (default: never)" },
    },
    async run(given) {
      const project = await projectNamed(given);
      const input = checkOptions(serverKeyInput, {
        name: given.text("name") ?? "Command line",
        expires_at: given.text("expires-at"),
        scopes: given.text("scopes")?.split(","),
      });
      const { name, scopes } = input;
      const requested = { name, scopes, expiresAt: input.expires_at ? new Date(input.expires_at) : null };
      const made = await issueServerKey(project, requested, commandLine, now());
      return { id: made.server_key.id, server_key: made.key };
    },
  },
  {
    name: "server-key revoke",
    summary: "Revoke a server key",
    options: {
      ...projectOption,
      key: {
        value: "K",
        help: "The key, its beginning, name or ID; optional if there is only one",
      },
    },
    async run(given) {
      const project = await projectNamed(given);
      const named = given.text("key");
      const found = await serverKeysNamed(project, named ?? null);
      const which = named === undefined ? "" : ` "${named.slice(0, 10)}"`;
      if (found.length === 0) throw new Refusal("not_found", `The project has no server key${which}.`);
      if (found.length > 1) {
        const list = found.map(({ id, prefix, name }) => `${id} (${prefix}…, ${name})`).join(", ");
        throw new Refusal("wrong_state", `The project has several keys. Set --key to one of ${list}.`);
      }
      const key = found[0]!;
      await withdrawServerKey(project, key.id, commandLine, now());
      return { id: key.id, name: key.name, revoked: true };
    },
  },
];
