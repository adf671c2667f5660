"use client";

import { lazyDialog } from "@/components/dialogs/lazy-dialog";

export const LazyCampaignSheet = lazyDialog(
  () => import("./campaign-sheet").then((module) => module.CampaignSheet),
  ({ draft }) => draft !== null,
);

export const LazySaveTemplate = lazyDialog(
  () => import("./save-template").then((module) => module.SaveTemplate),
  ({ campaign }) => campaign !== null,
);
