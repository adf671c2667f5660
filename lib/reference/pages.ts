/** Every page of the reference, in reading order. */
import type { Endpoint } from "@/lib/platform/http/endpoint";
import type { ReferencePage } from "@/lib/reference/content/blocks";
import { type OpenDocument, readReference } from "@/lib/reference/content/operations";
import { openApiReference } from "@/lib/reference/open-api";
import { assistantPage } from "@/lib/reference/pages/assistants";
import { basicPages } from "@/lib/reference/pages/basics";
import { callPages } from "@/lib/reference/pages/calls";
import { consentAudiencesPage, consentDataPage, consentPage } from "@/lib/reference/pages/consent";
import { linkPages } from "@/lib/reference/pages/links";
import { webhookPages } from "@/lib/reference/pages/webhooks";

export function referencePages(endpoints: Endpoint[]): ReferencePage[] {
  const parts = readReference(openApiReference(endpoints) as OpenDocument);
  return [
    ...basicPages(),
    consentPage(),
    consentDataPage(),
    consentAudiencesPage(),
    ...parts.slice(0, -1).flatMap(callPages),
    assistantPage(),
    ...linkPages(),
    ...webhookPages(),
    // The part for operators is last.
    ...parts.slice(-1).flatMap(callPages),
  ];
}

/** The addresses of headings, including those of the earlier one-page reference. */
export function anchorsOf(pages: ReferencePage[]): Record<string, string> {
  const anchors: Record<string, string> = {
    operation: "/docs/operation/health-and-maintenance",
    "webhook-messages": "/docs/webhooks#webhook-messages",
  };
  for (const { path, sections } of pages) {
    anchors[path.split("/").at(-1)!] ??= path;
    for (const { id } of sections) anchors[id] ??= `${path}#${id}`;
  }
  return anchors;
}
