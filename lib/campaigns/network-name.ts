/** Reads the name of a network from a caller. Pure. */
import type { z } from "zod";
import { t } from "@/lib/base/languages/texts";
import { rejectValue } from "@/lib/base/params";
import { networkCodeOf } from "@/lib/campaigns/networks";

export const unknownNetworkText = t("Unknown ad network.");

/** For `transform`. A custom network's code is only read here: `knownNetworkCode` checks that the project has it. */
export const networkName = (text: string, context: z.RefinementCtx): string =>
  networkCodeOf(text) ?? rejectValue(context, unknownNetworkText);
