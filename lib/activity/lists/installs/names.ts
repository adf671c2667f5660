/** The values of an install's columns. Runs in the browser too. */
import { type OrganicReason, organicReasons } from "@/lib/attribution/touches/organic";
import { touchSources } from "@/lib/attribution/touches/touches";

export const installKinds = ["INSTALL", "REINSTALL"] as const;

export const installPlatforms = ["ANDROID", "IOS", "UNKNOWN"] as const;

export const decisionStates = ["PENDING", "DECIDED", "PARKED"] as const;

export const attributionMethods = [
  "organic",
  "reinstall",
  ...(Object.keys(touchSources) as (keyof typeof touchSources)[]),
] as const;

export const decisionReasons = [
  ...(Object.keys(organicReasons) as OrganicReason[]),
  "reinstall",
  ...(Object.keys(touchSources) as (keyof typeof touchSources)[]),
] as const;
