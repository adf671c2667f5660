"use client";

import { Archive, CircleAlert, Compass, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Dialog as Primitive } from "radix-ui";
import { type ReactNode, useState } from "react";
import { SampleBanner } from "@/app/(dashboard)/shell/sample/sample-banner";
import { useSession } from "@/app/(dashboard)/shell/session";
import { signOut } from "@/app/sign-in";
import { Confirmations } from "@/components/dialogs/confirm";
import { overlayStyle } from "@/components/dialogs/dialog";
import { useReturnFocus } from "@/components/dialogs/return-focus";
import { UnsavedGuard } from "@/components/dialogs/unsaved-guard";
import { EmptyState } from "@/components/empty-state";
import { rich } from "@/components/rich";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import { CommandMenu } from "./command-menu";
import { ConnectionBar } from "./connection-bar";
import { BreadcrumbProvider, useLastBreadcrumb } from "./crumbs";
import { pageTitle } from "./menu-path";
import { newLocationOf, pageOnTarget } from "./moved-from";
import { MovedProject } from "./moved-project";
import { isAccountPage } from "./nav";
import { useRecordVisit } from "./recent";
import { Sidebar } from "./sidebar";
import { TopBar } from "./top-bar";

/** The frame of every screen: the bar above the page, and the sidebar, which is a drawer on narrow screens. */
export function Shell({ version, children }: { version: string; children: ReactNode }) {
  const path = usePathname();
  const [drawer, setDrawer] = useState(false);
  const [search, setSearch] = useState(false);
  /** Moved projects whose earlier figures the member opened, until the page is reloaded. */
  const [before, setBefore] = useState<ReadonlySet<number>>(new Set());
  const { project } = useSession();
  const moved = newLocationOf(path, project, before);
  const { mark, onCloseAutoFocus } = useReturnFocus();
  return (
    <BreadcrumbProvider>
      <TabTitle />
      <a
        href="#page"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:start-3 focus:z-60 focus:rounded-md focus:bg-primary focus:px-3 focus:py-2 focus:text-on-primary focus:text-sm"
      >
        {t("Skip to content")}
      </a>
      <div className="flex min-h-dvh">
        <aside className="sticky top-0 h-dvh w-58 shrink-0 border-e bg-canvas max-lg:hidden print:hidden">
          <Sidebar version={version} onSearch={() => setSearch(true)} />
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar onMenu={() => setDrawer(true)} />
          <ConnectionBar />
          {moved ? null : <StateBanner />}
          <main id="page" tabIndex={-1} className="flex-1 px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-8">
            <Page>
              {moved && project ? (
                <MovedProject {...moved} onBefore={() => setBefore(new Set([...before, project.id]))} />
              ) : (
                children
              )}
            </Page>
          </main>
        </div>
      </div>
      <Primitive.Root open={drawer} onOpenChange={setDrawer}>
        <Primitive.Portal>
          <Primitive.Overlay className={overlayStyle} />
          <Primitive.Content
            aria-describedby={undefined}
            onCloseAutoFocus={onCloseAutoFocus}
            className="fixed inset-y-0 start-0 z-50 w-72 max-w-[85vw] border-e bg-canvas shadow-lg outline-none data-[state=closed]:animate-drawer-out data-[state=open]:animate-drawer-in lg:hidden"
          >
            {mark}
            <Primitive.Title className="sr-only">{t("Menu")}</Primitive.Title>
            <Sidebar
              version={version}
              onChoose={() => setDrawer(false)}
              onSearch={() => {
                setDrawer(false);
                setSearch(true);
              }}
            />
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
      <CommandMenu open={search} onOpenChange={setSearch} />
      <UnsavedGuard />
      {/* An open question closes when the page changes. */}
      <Confirmations key={path} />
    </BreadcrumbProvider>
  );
}

function TabTitle() {
  const title = pageTitle(usePathname(), useLastBreadcrumb(), useSession().project?.name);
  useRecordVisit(title);
  return <title>{title}</title>;
}

function Page({ children }: { children: ReactNode }) {
  const { error, me, lost } = useSession();
  const path = usePathname();
  if (error) {
    return (
      <EmptyState
        page
        icon={CircleAlert}
        title={t("Couldn't load the dashboard")}
        actions={
          <Button variant="primary" onClick={() => location.reload()}>
            {t("Try again")}
          </Button>
        }
      >
        {error.message}
      </EmptyState>
    );
  }
  if (me && me.accounts.length === 0 && me.project_count === 0) {
    return (
      <EmptyState
        page
        icon={Compass}
        title={t("There's no project you can open")}
        actions={<Button onClick={() => void signOut()}>{t("Sign out")}</Button>}
      >
        {t("You were removed from your last account or project. Ask one of its admins for a new invite.")}
      </EmptyState>
    );
  }
  if (lost) {
    return (
      <EmptyState
        page
        icon={Compass}
        title={t("Project not found")}
        actions={
          <Button asChild variant="primary">
            <Link href="/">{t("Go to your projects")}</Link>
          </Button>
        }
      >
        {t("It doesn't exist, or you're not a member of it.")}
      </EmptyState>
    );
  }
  if (me?.accounts.length === 0 && isAccountPage(path)) {
    return (
      <EmptyState
        page
        icon={Compass}
        title={t("For members of the whole account")}
        actions={
          <Button asChild variant="primary">
            <Link href="/">{t("Go to your projects")}</Link>
          </Button>
        }
      >
        {t("You have access to {project_count, plural, one {one project} other {some projects}} only.", {
          project_count: me.project_count,
        })}
      </EmptyState>
    );
  }
  return children;
}

function MoveBanner({ name, to, there }: { name: string; to: string | null; there: string | null }) {
  return (
    <section
      aria-label={t("State of the project")}
      className="flex items-center gap-2.5 border-warning/25 border-b bg-warning-soft px-4 py-2 text-sm sm:px-6 lg:px-8"
    >
      <TriangleAlert className="size-4 shrink-0 text-warning" aria-hidden="true" />
      {there === null ? (
        <span>
          {rich(
            "<b>{name} is moving to another server.</b> Changes aren't possible until the move is complete.",
            { name, b: (text) => <strong className="font-medium">{text}</strong> },
          )}
        </span>
      ) : (
        <span>
          {rich(
            "<b>{name} has moved.</b> These figures are from before the move. The project continues at <link>{to}</link>.",
            {
              name,
              b: (text) => <strong className="font-medium">{text}</strong>,
              to,
              link: (text) => (
                <a href={there} className="break-all rounded-sm underline">
                  {text}
                </a>
              ),
            },
          )}
        </span>
      )}
    </section>
  );
}

function StateBanner() {
  const { project } = useSession();
  if (project?.frozen)
    return <MoveBanner name={project.name} to={project.moved_to} there={pageOnTarget(project)} />;
  if (project?.sample) return <SampleBanner key={project.id} project={project} />;
  if (!project?.suspended && !project?.archived) return null;
  if (!project.suspended) {
    return (
      <section
        aria-label={t("State of the project")}
        className="flex items-center gap-2.5 border-b bg-sunken px-4 py-2 text-sm sm:px-6 lg:px-8"
      >
        <Archive className="size-4 shrink-0 text-muted" aria-hidden="true" />
        <span>
          {rich("<b>{name} is archived.</b> Its links and apps keep working. <link>Bring it back</link>", {
            name: project.name,
            b: (text) => <strong className="font-medium">{text}</strong>,
            link: (text) => (
              <Link href={`/p/${project.id}/settings/archive`} className="rounded-sm underline">
                {text}
              </Link>
            ),
          })}
        </span>
      </section>
    );
  }
  return (
    <section
      aria-label={t("Project status")}
      className="flex items-center gap-2.5 border-warning/25 border-b bg-warning-soft px-4 py-2 text-sm sm:px-6 lg:px-8"
    >
      <TriangleAlert className="size-4 shrink-0 text-warning" aria-hidden="true" />
      <span>
        {rich(
          "<b>{name} is suspended.</b> Links and apps keep working and everything still counts; the reporting API returns 402 until the project is resumed.",
          { name: project.name, b: (text) => <strong className="font-medium">{text}</strong> },
        )}
      </span>
    </section>
  );
}
