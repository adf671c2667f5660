import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { Refusal } from "@/lib/base/refusal";
import { findAffiliates } from "@/lib/campaigns/affiliates/queries";
import { findNetworkCode } from "@/lib/campaigns/known-network";
import { networkCodeOf, spelledAsChannel } from "@/lib/campaigns/networks";
import { destinationKindOf } from "@/lib/outbound/kinds/kinds";
import type { DestinationKind } from "@/lib/outbound/mapping/kind";
import type { OutboundRule } from "@/lib/outbound/mapping/rule";
import { isRefusedAddress, refusedAddress } from "@/lib/outbound/requests/post";

export function requireKnownKind(code: string): DestinationKind {
  const kind = destinationKindOf(code);
  if (!kind)
    throw new Refusal("invalid_request", "This kind of destination does not exist.", {
      fields: { kind: "Choose a kind." },
    });
  return kind;
}

/** Each problem appears beside its field, under the form's name for it. */
function read<T>(
  schema: z.ZodType<T>,
  values: unknown,
  at: string,
): { value: T | null; problems: Record<string, string> } {
  const parsed = schema.safeParse(values);
  if (parsed.success) return { value: parsed.data, problems: {} };
  const problems: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) problems[[at, ...path].join(".")] ??= message;
  return { value: null, problems };
}

export function readSettings(kind: DestinationKind, settings: unknown, secrets: unknown) {
  const first = read(kind.settings, settings, "settings");
  const second = read(kind.secrets, secrets, "secrets");
  const problems: Record<string, string> = { ...first.problems, ...second.problems };
  const complaint = first.value && second.value ? kind.complaint?.(first.value, second.value) : null;
  if (complaint) {
    const isSecret = kind.fields.some(({ name, secret }) => name === complaint.field && secret);
    problems[`${isSecret ? "secrets" : "settings"}.${complaint.field}`] = complaint.message;
  }
  const [message] = Object.values(problems);
  if (message !== undefined) throw new Refusal("invalid_request", message, { fields: problems });
  return {
    settings: first.value as Record<string, unknown>,
    secrets: second.value as Record<string, unknown>,
  };
}

/** Calls to such an address would always be rejected. */
export function checkAddresses(settings: Record<string, unknown>): void {
  const refused = Object.entries(settings).filter(
    ([, value]) => typeof value === "string" && /^https?:/i.test(value) && isRefusedAddress(value),
  );
  if (refused.length === 0) return;
  const fields = Object.fromEntries(refused.map(([name]) => [`settings.${name}`, refusedAddress]));
  throw new Refusal("invalid_request", refusedAddress, { fields });
}

/** An unknown affiliate has no conversions, so its destination would never send any. */
export async function checkAffiliate(
  { id }: Project,
  { group }: DestinationKind,
  { affiliate }: Record<string, unknown>,
): Promise<void> {
  if (group !== "affiliate" || typeof affiliate !== "string") return;
  const known = await findAffiliates(id);
  const spelled = spelledAsChannel(affiliate);
  if (known.some(({ name }) => spelledAsChannel(name) === spelled)) return;
  const message =
    known.length === 0
      ? "This project has no affiliates yet. Add one under Settings, Affiliates."
      : `This project has no affiliate of that name, but ${named(known.map(({ name }) => name))}.`;
  throw new Refusal("invalid_request", message, { fields: { "settings.affiliate": message } });
}

/** The network of a custom network's destination, as stored. */
export async function withKnownNetwork(
  { id }: Project,
  settings: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (typeof settings.network !== "string") return settings;
  const code = networkCodeOf(settings.network);
  const known = code === null ? null : await findNetworkCode(id, code);
  if (known !== null) return { ...settings, network: known };
  const message = "This project has no such network. Add it under Settings, Ad networks.";
  throw new Refusal("invalid_request", message, { fields: { "settings.network": message } });
}

const maxNamed = 5;
const named = (names: string[]) =>
  [...names.slice(0, maxNamed), ...(names.length > maxNamed ? [`${names.length - maxNamed} more`] : [])].join(
    ", ",
  );

export function checkMappingRules(kind: DestinationKind, rules: readonly OutboundRule[]): void {
  const problems: Record<string, string> = {};
  for (const [n, { on, sends }] of rules.entries()) {
    if (kind.sends && !kind.sends.form.test(sends)) problems[`rules.${n}.sends`] = kind.sends.wrong;
    if (!kind.accepts.includes(on)) problems[`rules.${n}.on`] = `${kind.label} does not accept “${on}”.`;
  }
  const [message] = Object.values(problems);
  if (message !== undefined) throw new Refusal("invalid_request", message, { fields: problems });
}
