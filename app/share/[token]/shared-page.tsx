"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowUpRight, CircleAlert, Link2Off, Truck } from "lucide-react";
import type { ReactNode } from "react";
import { DataProvider } from "@/app/(dashboard)/shell/data";
import { CardSkeleton } from "@/app/(dashboard)/shell/page-skeleton";
import { EmptyState } from "@/components/empty-state";
import { dayText, windowText } from "@/components/format";
import { Mark } from "@/components/mark";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import type { SharedContent } from "@/lib/activity/shares/schema";
import { t } from "@/lib/base/languages/texts";
import { SharedOverview } from "./shared-overview";
import { SharedReport } from "./shared-report";

/** The server's message instead of figures. */
class NotShown extends Error {
  readonly status: number;
  /** The new address of the page if the project has moved to another server. */
  readonly movedTo: string | null;

  constructor(status: number, { msg, moved_to }: { msg?: string; moved_to?: string }) {
    super(msg ?? t("The figures couldn't be loaded."));
    this.status = status;
    this.movedTo = moved_to ?? null;
  }
}

/** Sent without cookies, so that members see the same as all other readers. */
async function read(token: string): Promise<SharedContent> {
  const answer = await fetch(`/api/share/${encodeURIComponent(token)}`, { credentials: "omit" });
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) return body.data;
  throw new NotShown(answer.status, body);
}

export const SharedPage = ({ token }: { token: string }) => (
  <DataProvider>
    <div className="mx-auto grid min-h-dvh max-w-7xl grid-cols-1 grid-rows-[auto_1fr_auto] gap-6 px-4 py-6 sm:px-6 lg:px-8">
      <header className="flex items-center gap-2 font-semibold tracking-tight">
        <Mark />
        {t("Cairn")}
        <div className="ms-auto print:hidden">
          <ThemeToggle />
        </div>
      </header>
      <main data-print="wide">
        <Figures token={token} />
      </main>
    </div>
  </DataProvider>
);

function Figures({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["share", token],
    queryFn: () => read(token),
    staleTime: 60_000,
    retry: (failures, cause) => failures < 2 && !(cause instanceof NotShown),
  });
  if (data) return <Shown data={data} />;
  if (error) return <NotThere error={error} retry={() => void refetch()} />;
  return (
    <div className="grid grid-cols-1 gap-6" role="status" aria-label={t("Loading figures")}>
      <div className="h-13" />
      <CardSkeleton className="h-32" />
      <CardSkeleton className="h-92" />
    </div>
  );
}

function Shown({ data }: { data: SharedContent }) {
  const days = t("{data}, days in {time_zone}", { data: windowText(data), time_zone: data.time_zone });
  return (
    <Page title={data.title} description={`${data.project} · ${days}`}>
      {data.overview ? <SharedOverview data={data} overview={data.overview} /> : null}
      {data.report ? <SharedReport data={data} report={data.report} /> : null}
      <p className="text-muted text-xs">
        {t("Read-only figures, shared until {day}.{if_report, select, yes { Today isn't over.} other {}}", {
          day: dayText(new Date(data.expires_at)),
          if_report: data.report && data.to >= data.today ? "yes" : "no",
        })}
      </p>
    </Page>
  );
}

const Page = ({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children: ReactNode;
}) => (
  <div className="grid grid-cols-1 gap-6">
    <PageHeader title={title} description={description} />
    {children}
  </div>
);

function NotThere({ error, retry }: { error: Error; retry: () => void }) {
  const ended = error instanceof NotShown && error.status === 404;
  if (error instanceof NotShown && error.movedTo)
    return (
      <EmptyState
        page
        icon={Truck}
        title={t("These figures have moved")}
        actions={
          <Button asChild variant="primary">
            <a href={error.movedTo}>
              {t("Go to the new server")}
              <ArrowUpRight aria-hidden="true" />
            </a>
          </Button>
        }
      >
        {t("The link is the same there, and shows current figures.")}
      </EmptyState>
    );
  return (
    <EmptyState
      page
      icon={ended ? Link2Off : CircleAlert}
      title={ended ? t("This link has ended") : t("Couldn't load the figures")}
      actions={ended ? null : <Button onClick={retry}>{t("Try again")}</Button>}
    >
      {ended ? t("Ask its sender for a new one.") : error.message}
    </EmptyState>
  );
}
