"use client";

import { FlaskConical, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { type ApiAddress, at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { noValueDash } from "@/app/(dashboard)/shell/facts/fact-cells";
import { shortId } from "@/app/(dashboard)/shell/facts/install-labels";
import { useRemoval } from "@/app/(dashboard)/shell/list/use-removal";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { EmptyState } from "@/components/empty-state";
import { IdField, TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { quoted } from "@/components/quoted";
import { DataTable } from "@/components/table/data-table";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { GatedButton } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import { deviceInput, type TestDevice, type TestInstall } from "@/lib/attribution/test-devices/schema";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";

/** The team's phones, and the installs that count as tests. */
export function TestDevices() {
  const { id } = useProject();
  const path = at("/projects/:project/test-devices", { project: id });
  const lacking = useMissingRoleText("installs.write");
  const { data, error, refetch } = useGet(path);
  const remove = useRemoval(path, at("/projects/:project/installs", { project: id }));
  const [adding, setAdding] = useState(false);
  const onRemove = ({ device_id: device, name }: TestDevice) =>
    remove(child(path, "/:device", { device }), {
      title: t("Remove “{name}” from test devices?", { name }),
      description: t("Its past and future installs count in reports again, with their events and payments."),
      action: t("Remove from test devices"),
      destructive: false,
      done: t("{name} counts in reports again", { name: quoted(name) }),
    });
  const add = (
    <GatedButton reason={lacking} variant="primary" onClick={() => setAdding(true)}>
      <Plus />
      {t("Add device")}
    </GatedButton>
  );
  return (
    <>
      <div className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div>
            <h2 className="font-semibold text-base">{t("Test devices")}</h2>
            <p className="text-muted text-sm">
              {t("Your team's phones. Their activity is logged but excluded from reports.")}
            </p>
          </div>
          {data && data.devices.length > 0 ? add : null}
        </div>
        <DataTable
          label={t("Test devices")}
          columns={deviceColumns(onRemove)}
          rows={data?.devices}
          rowId={(device) => device.device_id}
          error={error}
          onRetry={() => void refetch()}
          empty={
            <EmptyState icon={FlaskConical} title={t("No test devices yet")} actions={add}>
              {t("Add a phone by its advertising ID, or mark one of its installs as a test.")}
            </EmptyState>
          }
        />
      </div>
      {data && data.installs.length > 0 ? (
        <div className="grid grid-cols-1 gap-3">
          <h2 className="font-semibold text-base">{t("Test installs")}</h2>
          <DataTable
            label={t("Test installs")}
            columns={installColumns(`/p/${id}/installs`)}
            rows={data.installs}
            rowId={(install) => install.id}
            empty={null}
          />
        </div>
      ) : null}
      <AddDevice path={path} open={adding} onOpenChange={setAdding} />
    </>
  );
}

type AddDeviceProps = {
  path: ApiAddress<"/projects/:project/test-devices">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function AddDevice({ path, open, onOpenChange }: AddDeviceProps) {
  const refresh = useRefresh();
  const form = useSchemaForm(deviceInput, { defaultValues: { device_id: "", name: "" } });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Add test device")}
      description={t("Everything it has done so far is removed from reports immediately.")}
      form={form}
      submit={t("Add device")}
      onSubmit={async (values) => {
        const { installs } = await mutate("POST", path, values);
        await refresh(path);
        toast.success(
          installs === 0
            ? t("“{name}” is now a test device", { name: values.name })
            : t(
                "“{name}” was added: {installs, plural, one {# install} other {# installs}} removed from reports",
                { name: values.name, installs },
              ),
        );
      }}
    >
      <IdField
        form={form}
        name="device_id"
        label={t("Device ID")}
        hint={t("The phone's advertising ID (gaid, idfa), or the idfv or android_id your app sends.")}
      />
      <TextField
        form={form}
        name="name"
        label={t("Name")}
        hint={t("The phone's owner.")}
        placeholder={t("Ada’s Pixel")}
      />
    </FormDialog>
  );
}

function deviceColumns(onRemove: (device: TestDevice) => void): Column<TestDevice>[] {
  return [
    {
      id: "name",
      header: t("Name"),
      cell: (device) => <span className="block max-w-56 truncate font-medium">{device.name}</span>,
    },
    {
      id: "device",
      header: t("Device ID"),
      cell: (device) => <code className="font-mono text-muted text-xs">{device.device_id}</code>,
    },
    {
      id: "installs",
      header: t("Installs"),
      align: "end",
      cell: (device) => numberText(device.installs),
    },
    {
      id: "seen",
      header: t("Last install"),
      cell: (device) =>
        device.last_seen_at ? <When at={device.last_seen_at} className="text-muted" /> : noValueDash,
    },
    {
      id: "added",
      header: t("Added"),
      cell: (device) => (
        <span className="grid text-muted leading-snug">
          <When at={device.added_at} />
          <span className="block max-w-40 truncate text-xs" title={device.added_by}>
            {t("by {added_by}", { added_by: device.added_by })}
          </span>
        </span>
      ),
    },
    actionsColumn((device) => (
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t("Remove {name} from test devices", { name: device.name })}
        onClick={() => onRemove(device)}
      >
        <Trash2 />
      </Button>
    )),
  ];
}

const installColumns = (base: string): Column<TestInstall>[] => [
  {
    id: "install",
    header: t("Install"),
    cell: (install) => (
      <IntentLink href={`${base}/${install.id}`} className="rounded-sm font-mono text-xs hover:underline">
        {shortId(install.id)}
      </IntentLink>
    ),
  },
  {
    id: "at",
    header: t("When"),
    cell: (install) => <When clock at={install.installed_at} className="text-muted" />,
  },
  {
    id: "device",
    header: t("Device"),
    cell: (install) => install.device_model ?? platformNames[install.platform] ?? install.platform,
  },
  {
    id: "user",
    header: t("User"),
    cell: (install) =>
      install.user_id ? <span className="font-mono text-xs">{install.user_id}</span> : noValueDash,
  },
  {
    id: "why",
    header: t("Why"),
    cell: (install) => (
      <Badge tone={install.listed ? "accent" : "outline"}>
        {install.listed ? t("By device") : t("Marked")}
      </Badge>
    ),
  },
];
