/** Chooses the rule and the variant for a visitor. Pure. */
import type { LinkRule, RuleDestination } from "@/lib/campaigns/link-rules/schema";

export type RuleVisitor = {
  /** The first language in the browser's list. */
  language: string | null;
  country: string | null;
  platform: string;
  /** The same for every visit of a visitor, as far as possible without a cookie. */
  key: string;
};

export type LinkVisitor = {
  languages: readonly string[];
  countries: ReadonlySet<string> | null;
  platforms: ReadonlySet<string> | null;
  destinations: readonly (RuleDestination & { seed: number })[];
};

const setOf = (values: readonly string[]) => (values.length === 0 ? null : new Set(values));

/** Prepared once for each campaign, not for each click. `page` removes addresses on link hosts. */
export const prepareRules = (
  rules: readonly LinkRule[],
  page: (url: string | null) => string | null,
): LinkVisitor[] =>
  rules.map(({ languages, countries, platforms, destinations }) => ({
    languages: languages.map((language) => language.toLowerCase()),
    countries: setOf(countries),
    platforms: setOf(platforms),
    destinations: destinations.map((destination) => ({
      ...destination,
      url: page(destination.url),
      seed: hashOf(destination.name ?? ""),
    })),
  }));

export type RuleMatch = { rule: number; destination: RuleDestination };

/** The first matching rule decides, even if later ones match too. */
export function matchRules(rules: readonly LinkVisitor[], visitor: RuleVisitor): RuleMatch | null {
  const rule = rules.findIndex((each) => fits(each, visitor));
  if (rule === -1) return null;
  const { destinations } = rules[rule]!;
  const destination = destinations.length === 1 ? destinations[0]! : variantOf(destinations, visitor.key);
  return { rule, destination };
}

function fits({ languages, countries, platforms }: LinkVisitor, visitor: RuleVisitor): boolean {
  if (platforms && !platforms.has(visitor.platform)) return false;
  if (countries && (visitor.country === null || !countries.has(visitor.country))) return false;
  return languages.length === 0 || speaks(visitor.language, languages);
}

/** A browser in `de-AT` matches `de`; one in `pt-PT` does not match `pt-BR`. */
function speaks(requested: string | null, languages: readonly string[]): boolean {
  if (requested === null) return false;
  const language = requested.toLowerCase();
  return languages.some((each) => language === each || language.startsWith(`${each}-`));
}

/**
 * Rendezvous hashing with weights: each variant draws a number from the visitor's key, and the highest wins. The same
 * key has the same variant while the weights do not change. After a change, only as many visitors move as necessary.
 */
function variantOf(destinations: LinkVisitor["destinations"], key: string): RuleDestination {
  const visitor = hashOf(key);
  let best = destinations[0]!;
  let max = -1;
  for (const destination of destinations) {
    if (destination.weight === 0) continue;
    const drawn = (mixed(visitor ^ destination.seed) + 0.5) / 2 ** 32;
    const score = destination.weight / -Math.log(drawn);
    if (score > max) {
      best = destination;
      max = score;
    }
  }
  return best;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mixed(hash);
}

/** The end of MurmurHash3: a difference in one bit changes all bits. */
function mixed(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The share of the visitors for each destination, in percent. */
export function destinationSharesOf(destinations: readonly Pick<RuleDestination, "weight">[]): number[] {
  const all = destinations.reduce((sum, { weight }) => sum + weight, 0);
  return destinations.map(({ weight }) => (all === 0 ? 0 : (100 * weight) / all));
}
