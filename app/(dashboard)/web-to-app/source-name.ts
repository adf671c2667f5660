import { networkOfCode } from "@/lib/campaigns/networks";
import { noWebSource } from "@/lib/reporting/web-to-app/steps";

/** Whence visitors came: a network by its name, a `utm_source` as it is. */
export const sourceName = (source: string | null): string =>
  source === null || source === noWebSource ? "Direct" : (networkOfCode(source)?.label ?? source);
