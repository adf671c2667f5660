"use client";

import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { Sheet, SheetBody, SheetContent } from "@/components/dialogs/sheet";
import { windowText } from "@/components/format";
import { When } from "@/components/ui/when";
import { useLastValue } from "@/components/use-last";
import { t } from "@/lib/base/languages/texts";
import type { DiscrepancyRow } from "@/lib/reporting/discrepancies/schema";
import { CauseList } from "./cause-list";
import { countText, signedNumber } from "./figures";
import { discrepancyName } from "./groups-table";

type RowSheetProps = {
  row: DiscrepancyRow | null;
  project: number;
  days: { from: string; to: string };
  network: string;
  onClose: () => void;
};

/** All details of one difference. */
export function RowSheet({ row, project, days, network, onClose }: RowSheetProps) {
  const shown = useLastValue(row);
  if (!shown) return null;
  return (
    <Sheet open={row !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={discrepancyName(shown)} description={shown.day ? undefined : windowText(days)}>
        <SheetBody className="grid grid-cols-1 content-start gap-6">
          <dl className="grid grid-cols-3 gap-4 text-sm">
            <Figure label={t("Network")} text={countText(shown.network_installs)} />
            <Figure label={t("Cairn")} text={countText(shown.our_installs)} />
            <Figure label={t("Difference")} text={signedNumber(shown.difference)} />
          </dl>
          <section className="grid grid-cols-1 gap-3">
            <h3 className="font-semibold text-sm">{t("Why they differ")}</h3>
            <CauseList figures={shown} project={project} days={days} row={shown} network={network} />
          </section>
          {shown.day && shown.campaign ? (
            <Versions project={project} campaign={shown.campaign.id} day={shown.day} />
          ) : null}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

function Figure({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="num font-semibold text-lg">{text}</dd>
    </div>
  );
}

/** The network's claims, with the times of its restatements. */
function Versions({ project, campaign, day }: { project: number; campaign: number; day: string }) {
  const { data, error, refetch } = useGet(
    withQuery(at("/projects/:project/discrepancies/versions", { project }), {
      campaign: String(campaign),
      day,
    }),
  );
  if (!data) return <NotLoaded error={error} retry={refetch} className="h-32" />;
  const text = (value: number | null) => (value === null ? "–" : countText(value));
  return (
    <section className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold text-sm">{t("The network's reports")}</h3>
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead className="text-start text-muted text-xs">
            <tr>
              <th className="py-1 pe-3 font-normal">{t("Reported")}</th>
              <th className="py-1 pe-3 text-end font-normal">{t("Impressions")}</th>
              <th className="py-1 pe-3 text-end font-normal">{t("Clicks")}</th>
              <th className="py-1 text-end font-normal">{t("Installs")}</th>
            </tr>
          </thead>
          <tbody>
            {data.versions.map((each) => (
              <tr key={each.version} className="border-t align-top">
                <td className="py-1.5 pe-3">
                  <When at={each.reported_at} />
                  <span className="block text-muted text-xs">{each.source}</span>
                </td>
                <td className="num py-1.5 pe-3 text-end">{text(each.impressions)}</td>
                <td className="num py-1.5 pe-3 text-end">{text(each.clicks)}</td>
                <td className="num py-1.5 text-end">
                  {text(each.installs)}
                  <span className="block text-muted text-xs">
                    {Object.entries(each.windows)
                      .filter(([, count]) => count > 0)
                      .map(([window, count]) => `${countText(count)} ${windowName(window)}`)
                      .join(", ")}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** `7d_click` in plain words. */
function windowName(window: string): string {
  const [, days, what] = /^(\d+)d_(click|view)$/.exec(window) ?? [];
  return days === undefined ? t("by {window}", { window }) : t("within {days} d of a {what}", { days, what });
}
