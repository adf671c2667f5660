import { Chance } from "@/demo/random";
import { countriesWithConsent } from "@/lib/facts/consent/permissions";

/** The version that asks, and so many days ago it came. */
export const consentDays = 35;

/** Its own generator: what people answer changes nothing of what they do. */
const chance = new Chance(20_260_301);

/** What people answered when the app asked them, as it tells of it beside their device; nothing before it asked. */
export function consentAnswersOf(platform: string, country: string, ago: number): Record<string, unknown> {
  if (ago > consentDays) return {};
  return { ...byLaw(country), ...byPhone(platform) };
}

/** Where the law asks for consent, one in ten closes the question. */
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
