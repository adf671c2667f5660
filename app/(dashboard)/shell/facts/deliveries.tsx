"use client";

import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { inSentence, t } from "@/lib/base/languages/texts";
import type { DeliveryPreview } from "@/lib/outbound/deliveries/schema";
import { deliveryStateLabels, factNames } from "./delivery-labels";
import { deliveryNote } from "./delivery-note";

type About = { fact: "install" | "event" | "payment" | "ad_revenue" | "signup"; id: string };

const wouldNames: Record<DeliveryPreview["would"], { label: string; tone: BadgeTone }> = {
  send: { label: t("Would send"), tone: "success" },
  not: { label: t("Would not send"), tone: "neutral" },
  wait: { label: t("Waits"), tone: "outline" },
};

/** Undefined without permission to see deliveries, and without destinations. */
function usePreviews(about: About): DeliveryPreview[] | undefined {
  const address = at("/projects/:project/destinations/preview", { project: useProject().id });
  const lacking = useMissingRoleText("destinations.read");
  const { data } = useGet(lacking ? null : withQuery(address, about), { staleTime: 15_000 });
  return data?.previews;
}

/** The deliveries of an install to each destination, or the reasons for missing ones. */
export function DeliveriesCard(about: About) {
  const previews = usePreviews(about);
  if (!previews || previews.length === 0) return null;
  return (
    <Card>
      <CardHeader
        title={t("Conversions")}
        description={t("The events for each destination: sent, or to be sent under the current settings.")}
      />
      <Previews previews={previews} className="border-t" />
    </Card>
  );
}

/** The deliveries of a fact, as a section of its details. */
export function DeliveriesSection(about: About) {
  const previews = usePreviews(about);
  if (!previews || previews.length === 0) return null;
  return (
    <section aria-labelledby="deliveries" className="grid grid-cols-1 gap-2">
      <h3 id="deliveries" className="font-medium text-sm">
        {t("Conversions")}
      </h3>
      <Previews previews={previews} className="rounded-lg border" />
    </section>
  );
}

/** The preview of a fact's deliveries, one destination per row. */
export function Previews({ previews, className }: { previews: DeliveryPreview[]; className: string }) {
  return (
    <ul className={`divide-y ${className}`}>
      {previews.map((each) => (
        <One key={each.destination.id} preview={each} />
      ))}
    </ul>
  );
}

function One({ preview }: { preview: DeliveryPreview }) {
  const { id: project } = useProject();
  const { destination, would, sent_as: as, payload, withheld, delivery, correction } = preview;
  const status = delivery ? deliveryStateLabels[delivery.state] : wouldNames[would];
  const note = deliveryNote(preview);
  return (
    <li className="grid grid-cols-1 gap-1.5 px-5 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <IntentLink
          href={`/p/${project}/destinations/${destination.id}`}
          className="min-w-0 truncate rounded-sm font-medium hover:underline"
        >
          {destination.name}
        </IntentLink>
        <Badge tone={status.tone}>{status.label}</Badge>
        {as !== null && would === "send" ? (
          <code className="min-w-0 truncate font-mono text-muted text-xs">{as}</code>
        ) : null}
        {delivery ? (
          <IntentLink
            href={`/p/${project}/deliveries/${delivery.id}`}
            className="ms-auto rounded-sm text-muted text-xs underline underline-offset-2"
          >
            {t("See the delivery")}
          </IntentLink>
        ) : null}
      </div>
      {note ? <p className="text-muted">{note}</p> : null}
      {!delivery && would === "send" ? <Message payload={payload} withheld={withheld} /> : null}
      {correction?.would === "send" ? (
        <>
          <p className="text-muted">
            {t("The install was attributed again since it was sent. It would now be sent as a {factName}.", {
              factName: inSentence(factNames[correction.fact]),
            })}
          </p>
          <Message payload={correction.payload} withheld={correction.withheld} />
        </>
      ) : null}
    </li>
  );
}

type MessageProps = { payload: unknown; withheld: boolean };

function Message({ payload, withheld }: MessageProps) {
  if (withheld)
    return (
      <p className="text-muted text-xs">
        {t("Only admins can see the payload, because it can contain personal data.")}
      </p>
    );
  return (
    <details className="group">
      <summary className="w-fit cursor-pointer rounded-sm text-muted text-xs underline underline-offset-2">
        {t("Show the payload")}
      </summary>
      <CodeBlock title="JSON" code={JSON.stringify(payload, null, 2)} className="mt-2 [&_pre]:max-h-80" />
    </details>
  );
}
