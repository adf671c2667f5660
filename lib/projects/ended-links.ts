/** The setting for the destination of links of ended campaigns. */
import { z } from "zod";
import { t } from "@/lib/base/languages/texts";
import { isWebAddress } from "@/lib/base/web/web-address";

/** The destinations that have a name; any other is an address. */
export const endedLinkNames = ["page", "website", "store"] as const;
export const isEndedLinkName = (text: string): text is (typeof endedLinkNames)[number] =>
  endedLinkNames.some((word) => word === text);

const badEnded = t(
  "Ended links must lead to page, website, store, or a URL that starts with http:// or https://.",
);

export const endedLinks = z
  .string({ error: badEnded })
  .trim()
  .max(2000, badEnded)
  .refine((text) => isEndedLinkName(text) || isWebAddress(text), badEnded)
  .meta({
    description:
      "`page`: a page that explains it; `website`: the project's website; `store`: the app's store page; or a URL.",
    example: "store",
  });
