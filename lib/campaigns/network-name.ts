/** Reads the name of a network from a caller. Pure. */
import type { z } from "zod";
import { refuse } from "@/lib/base/params";
import { networkCodeOf } from "@/lib/campaigns/networks";

export const unknownNetworkText = "Unknown ad network.";

/** For `transform`. A custom network's code is only read here: `knownNetwork` checks that the project has it. */
export const networkName = (text: string, context: z.RefinementCtx): string =>
  networkCodeOf(text) ?? refuse(context, unknownNetworkText);
