"use client";

import { toast } from "sonner";
import { type ApiAddress, at, mutate, type ResponseOf } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { SelectField } from "@/components/fields/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { numberFormat, numberText } from "@/components/format";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import { consentPolicy } from "@/lib/facts/consent/policy";

type Path = ApiAddress<"/projects/:project/consent">;
type Consent = ResponseOf<"/projects/:project/consent">;
type Region = Consent["regions"][number];

const meanings = [
  { value: "granted" as const, label: t("Treat as consent") },
  { value: "denied" as const, label: t("Treat as refusal") },
];

const addresses = [
  { value: "not_kept" as const, label: t("Don't keep") },
  { value: "kept" as const, label: t("Keep for Google Ads app events") },
];

export function Consent() {
  const path = at("/projects/:project/consent", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  if (!data) return <NotLoaded error={error} retry={refetch} className="h-128 sm:h-112" />;
  return <ConsentCard path={path} consent={data} />;
}

function ConsentCard({ path, consent }: { path: Path; consent: Consent }) {
  const refresh = useRefresh();
  const form = useSchemaForm(consentPolicy, {
    values: { ...consent.policy, addresses: consent.policy.addresses ?? "not_kept" },
  });
  return (
    <Card>
      <Form
        form={form}
        lacking={useMissingRoleText("consent.write")}
        onSubmit={async (policy) => {
          await mutate("PUT", path, policy);
          form.reset(policy);
          await refresh(path);
          toast.success(t("Consent policy saved"));
        }}
      >
        <CardHeader
          title={t("Consent")}
          description={t(
            "Without consent, advertising IDs aren't stored and installs aren't matched by IP. Your app reports consent with set-consent, your server with /api/v1/consent.",
          )}
        />
        <CardBody className="grid gap-5 sm:grid-cols-2">
          <FormError className="sm:col-span-2" />
          <SelectField
            form={form}
            name="inside"
            label={t("No answer, in the EEA, UK and Switzerland")}
            hint={t("If the law requires consent.")}
            options={meanings}
          />
          <SelectField
            form={form}
            name="outside"
            label={t("No answer, elsewhere")}
            hint={t("Also used when the country is unknown.")}
            options={meanings}
          />
          <SelectField
            form={form}
            name="addresses"
            label="IP addresses"
            hint={t(
              "Google Ads app events require the IP address of the app's first call. It is stored with the install's device data for 30 days, unless the user refuses consent.",
            )}
            options={addresses}
          />
        </CardBody>
        <Shares consent={consent} />
        <CardFooter>
          <span>
            {t("Applies from now on. A refusal removes stored advertising IDs and IP addresses at once.")}
          </span>
          <SubmitButton>{t("Save policy")}</SubmitButton>
        </CardFooter>
      </Form>
    </Card>
  );
}

const regionNames: Record<Region["region"], string> = {
  inside: t("EEA, UK and Switzerland"),
  outside: t("Elsewhere"),
};

const rows: { label: string; of: (region: Region) => { yes: number; no: number; all: number } }[] = [
  { label: t("Ad data use"), of: (region) => ({ ...region.ad_user_data, all: region.installs }) },
  { label: t("Personalized ads"), of: (region) => ({ ...region.ad_personalization, all: region.installs }) },
  { label: t("Tracking on iOS (ATT)"), of: (region) => ({ ...region.att, all: region.ios_installs }) },
];

function Shares({ consent }: { consent: Consent }) {
  return (
    <div className="border-t">
      <Table aria-label={t("Consent of installs in the last {days} days", { days: consent.days })}>
        <thead>
          <tr>
            <TableHead className="whitespace-normal">
              {t("Installs, last {days} days", { days: consent.days })}
            </TableHead>
            {consent.regions.map(({ region, installs }) => (
              <TableHead key={region} className="whitespace-normal py-1.5">
                {regionNames[region]}{" "}
                <span className="num font-normal text-muted">({numberText(installs)})</span>
              </TableHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, of }) => (
            <TableRow key={label}>
              <TableCell>{label}</TableCell>
              {consent.regions.map((region) => (
                <TableCell key={region.region} className="num">
                  {shareText(of(region))}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function shareText({ yes, no, all }: { yes: number; no: number; all: number }): string {
  if (all === 0) return "–";
  if (yes + no === 0) return t("No answer yet");
  const percent = (count: number) => numberFormat({ style: "percent" }).format(count / all);
  return t("{yes} yes · {no} no · {all} no answer", {
    yes: percent(yes),
    no: percent(no),
    all: percent(all - yes - no),
  });
}
