import { countriesWithConsent } from "@/lib/facts/consent/permissions";
import { SeededRandom } from "@/lib/sample/random";

/** The app version that asks for consent was released this many days ago. */
export const consentDays = 35;

/** Releases of the app, by the days since then. */
const releases: readonly [ago: number, version: string][] = [
  [9, "3.2.1"],
  [consentDays, "3.2.0"],
  [78, "3.1.4"],
  [121, "3.1.0"],
];

/** The version in the stores at that time. */
export const versionOn = (ago: number): string =>
  releases.find(([released]) => ago <= released)?.[1] ?? "3.0.2";

/** A separate generator, so that consent answers do not affect users' other actions. */
const chance = new SeededRandom(20_260_301);

/** Users' consent answers, which the app sends with the device data. Earlier versions of the app did not ask. */
export function consentAnswersOf(platform: string, country: string, ago: number): Record<string, unknown> {
  if (ago > consentDays) return {};
  return { ...byLaw(country), ...byPhone(platform) };
}

/** In countries that require consent, one user in ten closes the question. */
function byLaw(country: string) {
  const eea = countriesWithConsent.includes(country);
  if (!eea || chance.happens(0.1)) return { eea };
  const agrees = chance.happens(0.72);
  return { eea, ad_user_data: agrees, ad_personalization: agrees && chance.happens(0.85) };
}

function byPhone(platform: string) {
  if (platform !== "IOS") return { limit_ad_tracking: chance.happens(0.12) };
  if (chance.happens(0.12)) return { att_status: "NOT_DETERMINED" };
  return { att_status: chance.happens(0.38) ? "AUTHORIZED" : "DENIED" };
}
