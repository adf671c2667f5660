import type { Project } from "@/lib/accounts/access/project";
import { env } from "@/lib/base/env";
import { destinationKindOf } from "@/lib/outbound/kinds/kinds";
import type { DestinationConfig, DestinationKind } from "@/lib/outbound/mapping/kind";
import { decrypt } from "@/lib/platform/encryption";

export type OpenedDestination = {
  kind: DestinationKind;
  settings: unknown;
  destination: Omit<DestinationConfig<unknown, unknown>, "token">;
  /** The settings are valid for the kind, so a preview is possible. */
  isRenderable: boolean;
  /** Why sending is not possible. */
  problem: string | null;
};

/** Binds encrypted credentials to their row, so that a copy in another row cannot be read. */
export const encryptionContext = (projectId: number, id: number) => `destination ${projectId} ${id}`;

/** The same for an audience. */
export const audienceContext = (projectId: number, id: number) => `audience ${projectId} ${id}`;

const addressOf = (name: string, defaultValue: string): string =>
  (env.OUTBOUND_URLS[name] ?? defaultValue).replace(/\/+$/, "");

/** The service's addresses; an operator can replace them. */
export const addressesOf = (kind: Pick<DestinationKind, "code" | "base" | "token">) => ({
  base: addressOf(kind.code, kind.base),
  tokenUrl: addressOf(`${kind.code}_token`, kind.token?.url ?? ""),
});

type Row = { id: number; kind: string; settings: unknown; credentials: Buffer | null };

/** A destination with its decrypted secrets, validated by its kind. */
export function openDestination(project: Pick<Project, "id">, row: Row): OpenedDestination {
  const kind = destinationKindOf(row.kind);
  if (!kind) throw new Error(`the kind of destination ${row.kind} does not exist`);
  const settings = kind.settings.safeParse(row.settings);
  const text = row.credentials && decrypt(row.credentials, encryptionContext(project.id, row.id));
  const secrets = kind.secrets.safeParse(text ? JSON.parse(text) : {});
  const isUnreadable = row.credentials !== null && text === null;
  const problem = isUnreadable
    ? "Its credentials were encrypted with a different key. Enter them again."
    : settings.success && secrets.success
      ? null
      : "Its settings are incomplete.";
  return {
    kind,
    settings: settings.data ?? row.settings,
    isRenderable: settings.success,
    destination: {
      settings: settings.data ?? row.settings,
      secrets: secrets.data ?? {},
      ...addressesOf(kind),
    },
    problem,
  };
}
