import { t } from "@/lib/base/languages/texts";
/** The common names of the systems that apps and visitors use. Runs in the browser too. */
export const platformNames: Record<string, string> = {
  ANDROID: t("Android"),
  IOS: "iOS",
  DESKTOP: t("Desktop"),
  UNKNOWN: t("Unknown"),
};
