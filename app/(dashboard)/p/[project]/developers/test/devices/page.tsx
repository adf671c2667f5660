"use client";

import { Bug, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { TestDevices } from "@/app/(dashboard)/debugger/test-devices";
import { useStopWatching } from "@/app/(dashboard)/debugger/use-stop";
import { watchName } from "@/app/(dashboard)/debugger/watch-name";
import { type ApiAddress, at, mutate } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { noValueDash } from "@/app/(dashboard)/shell/facts/fact-cells";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { IdField, TextField } from "@/components/fields/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { DataTable } from "@/components/table/data-table";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import { type Watch, watchInput } from "@/lib/facts/debug/schema";

type Path = ApiAddress<"/projects/:project/debug">;

export default function Devices() {
  const { id } = useProject();
  const path = at("/projects/:project/debug", { project: id });
  const lacking = useMissingRoleText("devices.read");
  const { data, error, refetch } = useGet(lacking ? null : path, { refetchInterval: 3_000 });
  const stop = useStopWatching();
  return (
    <>
      <PageHeader
        title={t("Devices")}
        description={t(
          "Watch a phone's calls and Cairn's responses, and exclude your team's phones from reports.",
        )}
      />
      {lacking ? (
        <EmptyState icon={Bug} title={t("For admins only")}>
          {t("Only admins can see what devices send. {lacking}.", { lacking })}
        </EmptyState>
      ) : (
        <>
          <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
            <ByLink key={data?.scheme} path={path} scheme={data?.scheme ?? ""} />
            <ById path={path} />
          </div>
          <DataTable
            label={t("Watched devices")}
            columns={columns(`/p/${id}/developers/test/devices`, stop)}
            rows={data?.devices}
            rowId={(watch) => watch.id}
            error={error}
            onRetry={() => void refetch()}
            empty={
              <EmptyState icon={Bug} title={t("No device is being watched")}>
                {t("Scan a QR code with the phone, or enter one of its IDs.")}
              </EmptyState>
            }
          />
          <TestDevices />
        </>
      )}
    </>
  );
}

function useWatching(path: Path) {
  const { id } = useProject();
  const router = useRouter();
  return async (watch: { id?: string | undefined; scheme?: string | undefined }) => {
    const made = await mutate("POST", path, watch);
    router.push(`/p/${id}/developers/test/devices/${made.id}`);
  };
}

function ByLink({ path, scheme }: { path: Path; scheme: string }) {
  const watch = useWatching(path);
  const form = useSchemaForm(watchInput, { defaultValues: { scheme } });
  return (
    <Card>
      <Form form={form} onSubmit={watch} fleeting>
        <CardHeader
          title={t("With a QR code")}
          description={t("Scan it with the phone that has your app.")}
        />
        <CardBody className="grid gap-5">
          <FormError />
          <TextField
            form={form}
            name="scheme"
            label={t("Link scheme")}
            hint={t("The scheme of your app's links.")}
            placeholder="myapp"
            autoComplete="off"
            spellCheck={false}
          />
        </CardBody>
        <CardFooter className="justify-end">
          <SubmitButton always>{t("Show QR code")}</SubmitButton>
        </CardFooter>
      </Form>
    </Card>
  );
}

function ById({ path }: { path: Path }) {
  const watch = useWatching(path);
  const form = useSchemaForm(watchInput, { defaultValues: { id: "" } });
  return (
    <Card>
      <Form form={form} onSubmit={watch} fleeting>
        <CardHeader title={t("By ID")} description={t("Works before the app's first call, too.")} />
        <CardBody className="grid gap-5">
          <FormError />
          <IdField
            form={form}
            name="id"
            label="ID"
            hint={t("An install, instance, advertising or device ID.")}
          />
        </CardBody>
        <CardFooter className="justify-end">
          <SubmitButton always>{t("Watch device")}</SubmitButton>
        </CardFooter>
      </Form>
    </Card>
  );
}

const columns = (base: string, onStop: (watch: Watch) => Promise<boolean>): Column<Watch>[] => [
  {
    id: "device",
    header: t("Device"),
    cell: (watch) => (
      <IntentLink
        href={`${base}/${watch.id}`}
        className="block max-w-56 truncate rounded-sm font-medium hover:underline"
      >
        {watchName(watch)}
      </IntentLink>
    ),
  },
  { id: "calls", header: t("Calls"), align: "end", cell: (watch) => numberText(watch.calls) },
  {
    id: "last",
    header: t("Last call"),
    cell: (watch) =>
      watch.last_call_at ? <When at={watch.last_call_at} className="text-muted" /> : noValueDash,
  },
  {
    id: "until",
    header: t("Watched until"),
    wide: true,
    cell: (watch) => <When at={watch.expires_at} className="text-muted" />,
  },
  actionsColumn((watch) => (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={t("Stop watching {watch}", { watch: watchName(watch) })}
      onClick={() => void onStop(watch)}
    >
      <Trash2 />
    </Button>
  )),
];
