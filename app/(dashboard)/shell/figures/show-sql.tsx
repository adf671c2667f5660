"use client";

import { SquareTerminal } from "lucide-react";
import { useState } from "react";
import type { ApiRequest, PathOf, ResponseOf } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { queryHref } from "@/app/(dashboard)/shell/figures/query-address";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { Dialog, DialogBody, DialogContent } from "@/components/dialogs/dialog";
import { Select } from "@/components/fields/select";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { GatedLink } from "@/components/ui/gated";
import { Tooltip } from "@/components/ui/tooltip";
import { t } from "@/lib/base/languages/texts";
import type { ShownSql } from "@/lib/reporting/shown-sql/schema";

/** The paths that return the SQL of figures. */
type SqlPath = {
  [P in PathOf<"GET">]: ResponseOf<P> extends ShownSql ? P : never;
}[PathOf<"GET">];

/** A set of figures on the screen, with the request for its statement. */
export type SqlChoice = { label: string; request: ApiRequest<SqlPath> };

/** Opens the SQL that returns the figures on the screen. With several choices, the reader selects one. */
export function ShowSql({ choices }: { choices: readonly [SqlChoice, ...SqlChoice[]] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Tooltip content={t("Show SQL")}>
        <Button size="icon" aria-label={t("Show SQL")} onClick={() => setOpen(true)}>
          <SquareTerminal />
        </Button>
      </Tooltip>
      <Dialog open={open} onOpenChange={setOpen}>
        {open ? <SqlDialog choices={choices} /> : null}
      </Dialog>
    </>
  );
}

function SqlDialog({ choices }: { choices: readonly [SqlChoice, ...SqlChoice[]] }) {
  const [chosen, setChosen] = useState("0");
  const { id: project } = useProject();
  const lacking = useMissingRoleText("queries.run");
  const { request } = choices[Number(chosen)] ?? choices[0];
  const { data, error, refetch } = useGet(request, { keepPrevious: true });
  const options = choices.map(({ label }, i) => ({ value: String(i), label }));
  return (
    <DialogContent
      title={t("SQL of these figures")}
      description={t("It only reads. Run it here, or with psql as a role of `admin sql-role create`.")}
      className="max-w-3xl"
    >
      <DialogBody>
        {choices.length > 1 ? (
          <Select
            aria-label={t("Figures")}
            className="w-full sm:w-64"
            value={chosen}
            options={options}
            onValueChange={setChosen}
          />
        ) : null}
        {data ? (
          <CodeBlock title="SQL" code={data.sql} />
        ) : (
          <NotLoaded error={error} retry={refetch} className="h-80" />
        )}
        {data && data.left_out.length > 0 ? (
          <p className="text-muted text-xs">
            {t("Not in this statement, because the ledger has no sums of them: {left_out}.", {
              left_out: data.left_out.join(", "),
            })}
          </p>
        ) : null}
        <div className="flex justify-end">
          <GatedLink
            reason={data ? lacking : t("The statement is loading")}
            href={queryHref(project, data?.sql ?? "")}
          >
            {t("Open in Query")}
          </GatedLink>
        </div>
      </DialogBody>
    </DialogContent>
  );
}
