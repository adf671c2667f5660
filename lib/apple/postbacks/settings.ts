/**
 * A project's settings for Apple's postbacks: the domain in its apps, and the networks' names. Runs in the browser too.
 */
import { z } from "zod";
import { plainNetworkId } from "@/lib/apple/postbacks/postback";
import { defaultNetworks } from "@/lib/apple/sources/network-ids";
import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";

const registrableDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?=.*\.)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/,
    t("Enter a domain, such as example.com."),
  );

export const networkId = z
  .string()
  .trim()
  .min(1, t("Enter the network's ID."))
  .max(100, t("The network's ID is too long."))
  .regex(/^[\w.-]+$/, t("A network's ID has only letters, digits and dots."))
  .transform(plainNetworkId);

const networkName = z.string().trim().min(1, t("Enter a name.")).max(100, t("The name is too long."));

export const appleSettings = z.object({
  /** Null for the domain that the project's links suggest. */
  domain: registrableDomain.nullable().default(null),
  networks: z.record(networkId, networkName).default({}),
});
export type AppleSettings = z.output<typeof appleSettings>;

export function appleSettingsOf(settings: Record<string, unknown>): AppleSettings {
  const read = appleSettings.safeParse(settings.apple_postbacks ?? {});
  return read.success ? read.data : { domain: null, networks: {} };
}

/** A network code or a plain name; null for an ID without a name. */
export function networkOfId({ networks }: AppleSettings, id: string): string | null {
  const plain = plainNetworkId(id);
  // IDs are untrusted: a property that every object has, such as "constructor", is not a network.
  const named = [networks, defaultNetworks].find((names) => Object.hasOwn(names, plain));
  return named?.[plain] ?? null;
}

export const networkNameOf = (settings: AppleSettings, id: string): string => {
  const network = networkOfId(settings, id);
  return network === null ? id : (networkLabel(network) ?? network);
};

/**
 * The registrable domain, without Apple's ignored subdomains: two labels for most domains, three for domains such as
 * example.co.uk. A team can enter another one. Null for local host names and IP addresses.
 */
export function likelyDomain(host: string): string | null {
  const labels = host.split(".");
  const [second, top] = labels.slice(-2);
  if (top === undefined || top === "localhost" || /^\d+$/.test(top)) return null;
  const isShared = top.length === 2 && /^(com?|net|org|gov|edu|ac|or|ne)$/.test(second!);
  return labels.slice(isShared ? -3 : -2).join(".");
}
