/** The ID by which destinations recognize a repeated event. Pure. */
import { createHash } from "node:crypto";
import type { FactKind } from "@/lib/outbound/mapping/fact";

/** A user's own ID may be a name or an email address, so third parties receive a hash. */
const nameless = (projectId: number, user: string) =>
  createHash("sha256").update(`${projectId} ${user}`).digest("hex").slice(0, 32);

type Named = { fact_id: string; fact_at: Date; payment_id: string | null };

export function eventUidOf(
  projectId: number,
  kind: FactKind,
  { fact_id, fact_at, payment_id }: Named,
): string {
  // An install can be uninstalled, reopened and uninstalled again.
  if (kind === "uninstall") return `${kind}:${fact_id}:${fact_at.toISOString().slice(0, 10)}`;
  if (kind === "signup") return `signup:${nameless(projectId, fact_id)}`;
  return kind === "payment" || kind === "refund" ? `${kind}:${payment_id ?? fact_id}` : `${kind}:${fact_id}`;
}
