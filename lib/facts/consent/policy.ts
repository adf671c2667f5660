import { z } from "zod";
import { t } from "@/lib/base/languages/texts";
import {
  addressPolicies,
  type ConsentPolicy,
  defaultPolicy,
  missingConsents,
} from "@/lib/facts/consent/permissions";

export const consentPolicy = z.object({
  inside: z.enum(missingConsents, { error: t("Choose how installs without a consent answer are treated.") }),
  outside: z.enum(missingConsents, { error: t("Choose how installs without a consent answer are treated.") }),
  addresses: z.enum(addressPolicies, { error: t("Choose whether IP addresses are stored.") }).optional(),
});

/** The consent policy in a project's settings. */
export function consentPolicyOf(settings: { consent?: unknown }): ConsentPolicy {
  const parsed = consentPolicy.safeParse(settings.consent);
  return parsed.success ? parsed.data : defaultPolicy;
}
