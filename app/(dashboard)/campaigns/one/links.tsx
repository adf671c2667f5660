import { QrCode } from "lucide-react";
import { networkLinkOf, viewLinkOf } from "@/app/(dashboard)/campaigns/form/campaign-links";
import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { child, urlOf, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Copyable } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { Tooltip } from "@/components/ui/tooltip";
import { t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { metrics } from "@/lib/reporting/metrics/metrics";

type LinksProps = { path: CampaignsAddress; campaign: Campaign; onQr: () => void };

export function CampaignLinks({ path, campaign, onQr }: LinksProps) {
  const { link, shareable_link: short, url_parameters: parameters } = campaign;
  const ofNetwork = networkLinkOf(campaign);
  const rows: { name: string; value: string; hint?: string }[] = [
    { name: t("Link"), value: link },
    { name: t("Short link"), value: short },
    ...(ofNetwork ? [ofNetwork] : []),
    ...(short
      ? [
          {
            name: t("Impressions"),
            value: viewLinkOf(short, parameters),
            hint: t(
              "For ad platforms that report impressions. A view counts only if the rules allow it and the URL carries a device ID (gaid or idfa).",
            ),
          },
        ]
      : []),
  ].filter((row) => row.value !== "");
  if (rows.length === 0) {
    return (
      <Alert tone="warning" title={t("This campaign has no link")}>
        {t("The project has no link domain yet. Add one in settings.")}
      </Alert>
    );
  }
  return (
    <Card className="grid grid-cols-1 gap-5 p-5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <dl className="grid grid-cols-1 content-center gap-3">
        {rows.map(({ name, value, hint }) => (
          <div key={name} className="grid grid-cols-1 items-center gap-1 md:grid-cols-[9rem_minmax(0,1fr)]">
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="grid grid-cols-1 gap-1">
              <Copyable value={value} label={t("Copy: {name}", { name })} className="w-full" />
              {hint ? <p className="text-muted text-xs">{hint}</p> : null}
            </dd>
          </div>
        ))}
      </dl>
      {short ? (
        <div className="grid content-start justify-items-center gap-2 max-sm:justify-items-start">
          <button
            type="button"
            onClick={onQr}
            className="group relative size-28 overflow-hidden rounded-lg border bg-white"
          >
            {/* biome-ignore lint/performance/noImgElement: the drawing comes from the server as it is */}
            <img
              src={urlOf(
                withQuery(child(path, "/:campaign/qr.svg", { campaign: campaign.id }), { size: 256 }),
              )}
              alt=""
              className="size-full transition-opacity group-hover:opacity-20"
            />
            <span className="absolute inset-0 grid place-items-center text-black opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100">
              <QrCode className="size-6" aria-hidden="true" />
            </span>
            <span className="sr-only">{t("Show the QR code")}</span>
          </button>
          <Scans path={path} campaign={campaign} />
        </div>
      ) : null}
    </Card>
  );
}

/** For all time, because printed codes remain in use. */
function Scans({ path, campaign }: Pick<LinksProps, "path" | "campaign">) {
  const { data, error } = useGet(child(path, "/:campaign/figures", { campaign: campaign.id }));
  if (error) return <p className="text-muted text-xs">{t("Scans couldn't be loaded")}</p>;
  if (!data) return <Skeleton className="h-4 w-14" />;
  const scans = data.figures.scans ?? 0;
  return (
    <Tooltip content={t("{meaning} All time.", { meaning: metrics.scans.meaning })}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what it counts has to be reachable by keyboard */}
      <p tabIndex={0} className="num rounded-sm text-muted text-xs">
        {t("{scans, plural, one {# scan} other {# scans}}", { scans })}
      </p>
    </Tooltip>
  );
}
