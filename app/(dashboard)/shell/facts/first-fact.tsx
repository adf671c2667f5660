"use client";

import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { Button } from "@/components/ui/button";

/** Facts from apps require an integrated app, so this leads to the instructions. */
export const FirstFact = () => (
  <Button asChild variant="primary">
    <IntentLink href={`/p/${useProject().id}/developers`}>Integrate the app</IntentLink>
  </Button>
);
