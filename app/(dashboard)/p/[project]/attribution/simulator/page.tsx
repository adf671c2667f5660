"use client";

import { Megaphone, Plus } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { z } from "zod";
import { ClickCard } from "@/app/(dashboard)/attribution/simulator/click-card";
import { InstallCard } from "@/app/(dashboard)/attribution/simulator/install-card";
import {
  type DescribedCase,
  describedClick,
  describedInstall,
  simulatorInput,
} from "@/app/(dashboard)/attribution/simulator/simulator-form";
import { SimulatedVerdict } from "@/app/(dashboard)/attribution/simulator/verdict";
import { at, mutate, withQuery } from "@/app/(dashboard)/shell/api";
import { useAction, useGet } from "@/app/(dashboard)/shell/data";
import { Previews } from "@/app/(dashboard)/shell/facts/deliveries";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { Form, FormError, useSchemaForm } from "@/components/fields/form";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";

const maxClicks = 10;

export default function Simulator() {
  const { id } = useProject();
  const { data, error, refetch } = useGet(
    withQuery(at("/projects/:project/campaigns", { project: id }), { limit: 100 }),
  );
  return (
    <>
      <PageHeader
        title={t("Simulator")}
        description={t(
          "Describe clicks and an install to see the decision of the active rules, with every candidate and the reason. The simulation isn't stored.",
        )}
      />
      {!data ? (
        <NotLoaded error={error} retry={refetch} className="h-96" />
      ) : data.campaigns.length === 0 ? (
        <Card>
          <EmptyState
            icon={Megaphone}
            title={t("No campaigns to click on")}
            actions={
              <Button asChild variant="primary">
                <IntentLink href={`/p/${id}/campaigns/new`}>{t("New campaign")}</IntentLink>
              </Button>
            }
          >
            {t("Clicks need a campaign's link. Create a campaign first.")}
          </EmptyState>
        </Card>
      ) : (
        <Desk campaigns={data.campaigns.map(({ id: key, name }) => ({ value: String(key), label: name }))} />
      )}
    </>
  );
}

function Desk({ campaigns }: { campaigns: { value: string; label: string }[] }) {
  const { id } = useProject();
  const form = useSchemaForm(z.custom<DescribedCase>(), {
    defaultValues: { clicks: [describedClick(campaigns[0]!.value, "referrer")], install: describedInstall },
  });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "clicks" });
  const lacking = useMissingRoleText("destinations.read");
  const simulate = useAction(async (described: DescribedCase) => {
    const input = simulatorInput(described);
    const [verdict, previews] = await Promise.all([
      mutate("POST", at("/projects/:project/rules/simulate", { project: id }), input),
      lacking
        ? null
        : mutate("POST", at("/projects/:project/destinations/preview-simulated", { project: id }), input),
    ]);
    return { verdict, previews: previews?.previews ?? [] };
  });
  const add = () => {
    const next = campaigns[fields.length % campaigns.length]!.value;
    // A referrer contains only one click ID.
    const carried = form.getValues("clicks").some(({ tie }) => tie === "referrer");
    append(describedClick(next, carried ? "advertising_id" : "referrer"), { shouldFocus: false });
  };
  return (
    <Form
      form={form}
      fleeting
      className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2"
      onSubmit={simulate.mutateAsync}
    >
      <div className="grid grid-cols-1 gap-4">
        {fields.map((field, index) => (
          <ClickCard
            key={field.id}
            form={form}
            index={index}
            campaigns={campaigns}
            onRemove={() => remove(index)}
          />
        ))}
        {fields.length < maxClicks ? (
          <Button className="justify-self-start" onClick={add}>
            <Plus />
            {fields.length === 0 ? t("Add a click") : t("Add another click")}
          </Button>
        ) : null}
        <InstallCard form={form} />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:sticky lg:top-21">
        <Button type="submit" variant="primary" size="lg" loading={simulate.isPending}>
          {t("Run")}
        </Button>
        <FormError />
        <SimulatedVerdict verdict={simulate.data?.verdict} />
        {simulate.data && simulate.data.previews.length > 0 ? (
          <Card>
            <CardHeader
              title={t("Conversions")}
              description={t("The deliveries of this install to each destination, or why there are none.")}
            />
            <Previews previews={simulate.data.previews} className="border-t" />
          </Card>
        ) : null}
      </div>
    </Form>
  );
}
