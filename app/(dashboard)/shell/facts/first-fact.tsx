"use client";

import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { Button } from "@/components/ui/button";

/** What apps tell begins with an app that is integrated. */
export const FirstFact = () => (
  <Button asChild variant="primary">
    <IntentLink href={`/p/${useProject().id}/integrate`}>Integrate the app</IntentLink>
  </Button>
);
