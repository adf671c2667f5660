/** The store's ID of an app: the package at Google; at Apple a number that is unknown to apps. */
import { clearableText } from "@/lib/base/fields";
import type { FactInstall } from "@/lib/outbound/mapping/fact";

export const appStoreId = clearableText("App Store ID", 16)
  .transform((id) => id?.replace(/^id/i, "") ?? null)
  .refine((id) => id === null || /^\d+$/.test(id), "Enter the number from the app's App Store URL.")
  .optional();

export const appStoreField = {
  name: "app_store_id",
  label: "App Store ID",
  hint: "For iOS: the number in the app's App Store URL, such as 1234567890.",
  optional: true,
} as const;

export const storeIdOf = (install: FactInstall, ofApple: string | null | undefined): string | null =>
  install.platform === "IOS" ? (ofApple ?? null) : install.package;

export const noStoreId = ({ platform }: FactInstall) =>
  platform === "IOS"
    ? "Enter the App Store ID in the settings. iOS needs it."
    : "The app didn't send its package name, which is required.";
