import { t } from "@/lib/base/languages/texts";
import { networkOfCode } from "@/lib/campaigns/networks";
import { noWebSource } from "@/lib/reporting/web-to-app/steps";

/** The name of a traffic source: a network's label, or the `utm_source` itself. */
export const sourceName = (source: string | null): string =>
  source === null || source === noWebSource ? t("Direct") : (networkOfCode(source)?.label ?? source);
