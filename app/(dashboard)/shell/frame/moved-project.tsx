"use client";

import { ArrowUpRight, Truck } from "lucide-react";
import { useSession } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { rich } from "@/components/rich";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import { hostOfServer, type MovedFrom, pageOnTarget } from "./moved-from";

const text = {
  use: t(
    "Sign in there with the same email. If you don't have an account there, ask an admin of the project for an invite.",
  ),
  integrate: t(
    "Apps and servers now use the new server. Its Integrate page has the API URL and the code to copy.",
  ),
};

/** Replaces a project's pages after its move, because members work on the other server. */
export function MovedProject({ name, to, there, page, onBefore }: MovedFrom & { onBefore(): void }) {
  const { projects, project: open } = useSession();
  const others = projects.flatMap((each) => {
    const there = pageOnTarget(each);
    return there && each.id !== open?.id ? [{ id: each.id, name: each.name, there }] : [];
  });
  return (
    <EmptyState
      page
      icon={Truck}
      // A host is one long word, which may be wider than a phone.
      title={
        <span className="wrap-anywhere">{t("{name} has moved to {to}", { name, to: hostOfServer(to) })}</span>
      }
      actions={
        <>
          <Button asChild variant="primary">
            <a href={there}>
              {t("Go to the new server")}
              <ArrowUpRight aria-hidden="true" />
            </a>
          </Button>
          {page === "use" ? (
            <Button onClick={onBefore}>{t("See figures from before the move")}</Button>
          ) : null}
        </>
      }
    >
      <p>{text[page]}</p>
      {others.length > 0 ? (
        <>
          <p className="mt-3">{t("Also moved:")}</p>
          <ul>
            {others.map((each) => (
              <li key={each.id} className="wrap-anywhere">
                {rich("{name}, to <link>{there}</link>", {
                  name: each.name,
                  there: hostOfServer(each.there),
                  link: (text) => (
                    <a href={each.there} className="rounded-sm underline underline-offset-2">
                      {text}
                    </a>
                  ),
                })}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </EmptyState>
  );
}
