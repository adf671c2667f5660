"use client";

import { SearchX } from "lucide-react";
import { useParams, useRouter } from "next/navigation";
import { useRef, useState } from "react";
import {
  destinationBody,
  destinationForm,
  destinationValues,
} from "@/app/(dashboard)/outbound/destinations/destination-form";
import { DestinationKindFields } from "@/app/(dashboard)/outbound/destinations/kind-fields";
import { RulesField } from "@/app/(dashboard)/outbound/destinations/rules-field";
import { SigningSecret } from "@/app/(dashboard)/outbound/destinations/signing-secret";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { Breadcrumb } from "@/app/(dashboard)/shell/frame/crumbs";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { TextField } from "@/components/fields/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import type { ShownKind } from "@/lib/outbound/destinations/schema";

export default function NewOfKind() {
  const { kind: code } = useParams<{ kind: string }>();
  const { id } = useProject();
  const { data, error, refetch } = useGet(at("/projects/:project/destinations/kinds", { project: id }), {
    staleTime: 600_000,
  });
  const kind = data?.kinds.find((each) => each.code === code);
  if (data && !kind)
    return (
      <EmptyState
        icon={SearchX}
        page
        title={t("This kind of destination doesn't exist")}
        actions={
          <Button asChild>
            <IntentLink href={`/p/${id}/destinations/new`}>{t("Choose a kind")}</IntentLink>
          </Button>
        }
      />
    );
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 gap-6">
      <Breadcrumb label={kind?.label} />
      <PageHeader
        title={kind ? t("Add {label}", { label: kind.label }) : t("Add a destination")}
        description={kind?.about ?? " "}
      />
      {kind ? <NewForm kind={kind} /> : <NotLoaded error={error} retry={refetch} className="h-120" />}
    </div>
  );
}

type Made = { id: number; secret: string | null };

function NewForm({ kind }: { kind: ShownKind }) {
  const { id: project } = useProject();
  const path = at("/projects/:project/destinations", { project });
  const router = useRouter();
  const refresh = useRefresh();
  const [made, setMade] = useState<Made | null>(null);
  const form = useSchemaForm(destinationForm(kind, kind.code === "webhook" ? ["secret"] : []), {
    defaultValues: destinationValues(kind, null),
  });
  const lacking = useMissingRoleText("destinations.write");
  // The member's own server may receive events at once. Networks first show what they would receive.
  const isOwn = kind.group === "webhook";
  const isLive = useRef(false);
  const asLive = (next: boolean) => () => {
    isLive.current = next;
  };
  const open = ({ id }: Made) => router.push(`/p/${project}/destinations/${id}`);
  return (
    <>
      <Form
        form={form}
        lacking={lacking}
        className="grid grid-cols-1 gap-6"
        onSubmit={async (values) => {
          const { destination, secret } = await mutate("POST", path, {
            kind: kind.code,
            ...destinationBody(values),
            ...(isLive.current ? { mode: "live" as const } : {}),
          });
          await refresh(path);
          form.reset(form.getValues());
          const next = { id: destination.id, secret };
          if (secret === null) open(next);
          else setMade(next);
        }}
      >
        <FormError />
        <Card>
          <CardHeader
            title={t("Connection")}
            description={t("Credentials are stored encrypted and never shown again.")}
          />
          <CardBody className="grid grid-cols-1 gap-4">
            <TextField form={form} name="name" label={t("Name")} maxLength={100} />
            <DestinationKindFields form={form} kind={kind} isNew />
          </CardBody>
        </Card>
        <Card>
          <CardHeader
            title={t("Events to send")}
            description={t(
              "Each rule sends one kind of conversion, under the destination's name for it. The first matching rule applies.",
            )}
          />
          <RulesField form={form} kind={kind} />
          <CardFooter>
            <span>
              {isOwn
                ? t("In a dry run, you see the payloads before anything is sent.")
                : t("It starts as a dry run: you see the payloads before anything is sent.")}
            </span>
            {/* Pressing Enter in a field uses the first button, which sends nothing. */}
            <span className="flex flex-wrap gap-2">
              <SubmitButton
                always
                {...(isOwn ? { variant: "secondary" as const } : {})}
                onClick={asLive(false)}
              >
                {t("Add as dry run")}
              </SubmitButton>
              {isOwn && !lacking ? (
                <SubmitButton always onClick={asLive(true)}>
                  {t("Add and go live")}
                </SubmitButton>
              ) : null}
            </span>
          </CardFooter>
        </Card>
      </Form>
      <SigningSecret secret={made?.secret ?? null} onDone={() => made && open(made)} />
    </>
  );
}
