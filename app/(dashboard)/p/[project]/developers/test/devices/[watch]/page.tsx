"use client";

import { SearchX, Square, UserRoundX } from "lucide-react";
import { useParams, useRouter } from "next/navigation";
import { WatchedCallList } from "@/app/(dashboard)/debugger/calls";
import { useStopWatching } from "@/app/(dashboard)/debugger/use-stop";
import { watchName } from "@/app/(dashboard)/debugger/watch-name";
import { type ApiAddress, ApiError, at, child, urlOf } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { confirmErase } from "@/app/(dashboard)/shell/facts/confirm-forget";
import { ConsentCard } from "@/app/(dashboard)/shell/facts/consent";
import { Breadcrumb } from "@/app/(dashboard)/shell/frame/crumbs";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { clockText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Copyable } from "@/components/ui/copy-button";
import { GatedButton } from "@/components/ui/gated";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/base/languages/texts";
import type { Watch } from "@/lib/facts/debug/schema";

type Path = ApiAddress<"/projects/:project/debug/:watch">;

/** Responses should appear within a second of the call. */
const everyMs = 800;

export default function WatchedDevice() {
  const { watch } = useParams<{ watch: string }>();
  const { id, time_zone: timeZone } = useProject();
  const path = at("/projects/:project/debug/:watch", { project: id, watch });
  const lacking = useMissingRoleText("devices.read");
  const { data, error, refetch } = useGet(lacking ? null : path, { refetchInterval: everyMs });
  const router = useRouter();
  const stop = useStopWatching(() => router.push(`/p/${id}/developers/test/devices`));
  if (lacking || (error instanceof ApiError && error.status === 404)) {
    return (
      <EmptyState
        icon={SearchX}
        page
        title={lacking ? t("For admins only") : t("No longer watched")}
        actions={
          <Button asChild>
            <IntentLink href={`/p/${id}/developers/test/devices`}>{t("Go to devices")}</IntentLink>
          </Button>
        }
      >
        {lacking ? `${lacking}.` : t("A device is watched for an hour, then its calls are dropped.")}
      </EmptyState>
    );
  }
  const device = data?.device;
  return (
    <>
      <Breadcrumb label={device ? watchName(device) : t("Device")} />
      <PageHeader
        title={device ? watchName(device) : t("Device")}
        description={
          device
            ? t("Watched until {clock}", { clock: clockText(new Date(device.expires_at), timeZone) })
            : " "
        }
        actions={
          device ? (
            <>
              {device.install_id ? <Reset install={device.install_id} /> : null}
              <Button onClick={() => void stop(device)}>
                <Square />
                {t("Stop watching")}
              </Button>
            </>
          ) : null
        }
      />
      {data && device ? (
        <>
          {device.link ? <Scan path={path} device={device} /> : null}
          {device.link ? null : <WatchedCallList calls={data.calls} />}
          {device.install_id ? <LastInstall install={device.install_id} /> : null}
        </>
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-120" />
      )}
    </>
  );
}

/** The link that identifies the device. */
function Scan({ path, device }: { path: Path; device: Watch }) {
  return (
    <Card>
      <CardHeader
        title={t("Scan with the phone")}
        description={t(
          "It opens your app, which reports the link with handle-deeplink. From then on its calls appear here.",
        )}
      />
      <CardBody className="grid grid-cols-1 justify-items-center gap-4">
        <div className="size-64 overflow-hidden rounded-lg border bg-white">
          {/* biome-ignore lint/performance/noImgElement: the drawing comes from the server as it is */}
          <img
            src={urlOf(child(path, "/qr.svg"))}
            alt={t("QR code of {link}", { link: device.link })}
            className="size-full"
          />
        </div>
        <Copyable value={device.link ?? ""} label={t("Copy the link")} className="w-full max-w-md" />
      </CardBody>
    </Card>
  );
}

function Reset({ install }: { install: string }) {
  const { id: project } = useProject();
  const lacking = useMissingRoleText("installs.write");
  const reset = () => confirmErase(at("/projects/:project/installs/:install", { project, install }));
  return (
    <GatedButton reason={lacking} onClick={reset}>
      <UserRoundX />
      {t("Reset this device")}
    </GatedButton>
  );
}

/** The reason for the attribution of the device's install, and its user's consent. */
function LastInstall({ install }: { install: string }) {
  const { id: project } = useProject();
  const path = at("/projects/:project/installs/:install", { project, install });
  const { data, error, refetch } = useGet(path, { refetchInterval: 3_000 });
  if (!data)
    return error ? (
      <NotLoaded error={error} retry={refetch} className="h-48" />
    ) : (
      <Skeleton className="h-48" />
    );
  return (
    <div className="grid grid-cols-1 items-start gap-6 sm:grid-cols-2">
      <Card>
        <CardHeader title={t("The install")} />
        <CardBody className="grid gap-3 text-sm">
          <p>{data.sentence}</p>
          <IntentLink
            href={`/p/${project}/installs/${install}`}
            className="w-fit rounded-sm underline underline-offset-2"
          >
            {t("See the install")}
          </IntentLink>
        </CardBody>
      </Card>
      <ConsentCard consent={data.consent} />
    </div>
  );
}
