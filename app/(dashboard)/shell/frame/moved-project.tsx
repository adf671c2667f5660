"use client";

import { ArrowUpRight, Truck } from "lucide-react";
import { useSession } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { Button } from "@/components/ui/button";
import { hostOfServer, type MovedFrom, pageOnTarget } from "./moved-from";

const text = {
  use: "Sign in there with the same email. If you don't have an account there, ask an admin of the project for an invite.",
  integrate:
    "Apps and servers now use the new server. Its Integrate page has the API URL and the code to copy.",
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
      title={<span className="wrap-anywhere">{`${name} has moved to ${hostOfServer(to)}`}</span>}
      actions={
        <>
          <Button asChild variant="primary">
            <a href={there}>
              Go to the new server
              <ArrowUpRight aria-hidden="true" />
            </a>
          </Button>
          {page === "use" ? <Button onClick={onBefore}>See figures from before the move</Button> : null}
        </>
      }
    >
      <p>{text[page]}</p>
      {others.length > 0 ? (
        <>
          <p className="mt-3">Also moved:</p>
          <ul>
            {others.map((each) => (
              <li key={each.id} className="wrap-anywhere">
                {each.name}, to{" "}
                <a href={each.there} className="rounded-sm underline underline-offset-2">
                  {hostOfServer(each.there)}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </EmptyState>
  );
}
