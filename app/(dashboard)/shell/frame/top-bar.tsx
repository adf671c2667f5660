"use client";

import { ChevronRight, Menu } from "lucide-react";
import { usePathname } from "next/navigation";
import { AlertBell } from "@/app/(dashboard)/shell/alerts/alert-bell";
import { useSession } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { IntentLink } from "@/components/intent-link";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import { useLastBreadcrumb } from "./crumbs";
import { MemberMenu } from "./member-menu";
import { menuPathTo, menusOfPath } from "./menu-path";

export function TopBar({ onMenu }: { onMenu: () => void }) {
  const path = usePathname();
  const { project } = useSession();
  return (
    <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b bg-surface/85 px-4 backdrop-blur-md print:hidden sm:px-6 lg:px-8">
      <Button
        variant="ghost"
        size="icon"
        aria-label={t("Open the menu")}
        className="-ms-2 lg:hidden"
        onClick={onMenu}
      >
        <Menu />
      </Button>
      <Breadcrumbs />
      <div className="ms-auto flex items-center gap-2">
        {path.startsWith("/p/") && project ? <AlertBell key={project.id} project={project.id} /> : null}
        <MemberMenu />
      </div>
    </header>
  );
}

function Breadcrumbs() {
  const path = usePathname();
  const last = useLastBreadcrumb();
  const { project, account } = useSession();
  const inProject = path.startsWith("/p/");
  const way = menuPathTo(menusOfPath(path), path);
  const crumbs = [
    ...(inProject && project ? [{ label: project.name, href: `/p/${project.id}` }] : []),
    ...(!inProject && account ? [{ label: account.name, href: "/account/members" }] : []),
    ...way,
    ...(last ? [{ label: last, href: path }] : []),
  ];
  return (
    <nav aria-label={t("Breadcrumbs")} className="min-w-0">
      <ol className="flex min-w-0 items-center text-sm">
        {crumbs.map((crumb, index) => {
          const isLast = index === crumbs.length - 1;
          return (
            <li
              key={`${crumb.label} ${crumb.href}`}
              className={cn("flex min-w-0 items-center", index < crumbs.length - 2 && "max-sm:hidden")}
            >
              {index > 0 ? (
                <ChevronRight
                  className={cn(
                    "mx-1 size-3.5 shrink-0 text-faint",
                    index === crumbs.length - 2 && "max-sm:hidden",
                  )}
                  aria-hidden="true"
                />
              ) : null}
              {isLast ? (
                <span aria-current="page" className="truncate font-medium">
                  {crumb.label}
                </span>
              ) : (
                <IntentLink href={crumb.href} className="truncate rounded-sm text-muted hover:text-ink">
                  {crumb.label}
                </IntentLink>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
