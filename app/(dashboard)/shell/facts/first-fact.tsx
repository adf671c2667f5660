"use client";

import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";

/** Facts from apps require an integrated app, so this leads to the instructions. */
export const FirstFact = () => (
  <Button asChild variant="primary">
    <IntentLink href={`/p/${useProject().id}/developers`}>{t("Integrate the app")}</IntentLink>
  </Button>
);
