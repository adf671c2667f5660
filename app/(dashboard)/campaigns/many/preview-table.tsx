import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { campaignErrorText } from "@/app/(dashboard)/campaigns/form/campaign-form";
import type { ResponseOf } from "@/app/(dashboard)/shell/api";
import { cn } from "@/components/cn";
import { Checkbox } from "@/components/fields/checkbox";
import { Field } from "@/components/fields/field";
import { numberText } from "@/components/format";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import { type SheetField, sheetFields } from "@/lib/campaigns/sheet/fields";
import type { SheetRow } from "@/lib/campaigns/sheet/schema";

type Preview = ResponseOf<"/projects/:project/campaigns/sheet/preview", "POST">;

const labelOf = (field: string) => sheetFields[field as SheetField]?.label ?? field;

/** The number of rows that are drawn at once. */
const step = 100;

/** Every row as the server reads it, with its errors. */
export function PreviewTable({ preview, dimmed }: { preview: Preview; dimmed: boolean }) {
  const { columns, ignored, rows } = preview;
  const [max, setMax] = useState(step);
  const [onlyWrong, setOnlyWrong] = useState(false);
  const wrong = rows.filter(({ problems }) => problems.length > 0);
  const listed = onlyWrong && wrong.length > 0 ? wrong : rows;
  const hasOthers = wrong.some(({ problems }) => problems.some(({ field }) => !columns.includes(field)));
  const ready = rows.length - wrong.length;
  return (
    <div className={cn("grid grid-cols-1 transition-opacity", dimmed && "opacity-60")}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 pb-3 text-sm">
        <p aria-live="polite" className={cn("num", wrong.length > 0 ? "text-danger" : "text-success")}>
          {t("{ready} of {rows} ready", { ready: numberText(ready), rows: numberText(rows.length) })}
        </p>
        {wrong.length > 0 && ready > 0 ? (
          <Field label={t("Only rows with problems")} inline>
            {(control) => (
              <Checkbox
                {...control}
                checked={onlyWrong}
                onCheckedChange={(on) => setOnlyWrong(on === true)}
              />
            )}
          </Field>
        ) : null}
      </div>
      {ignored.length > 0 ? (
        <p className="px-5 pb-3 text-muted text-sm">
          {ignored.length === 1 ? t("Ignored column") : t("Ignored columns")}: {ignored.join(", ")}
        </p>
      ) : null}
      <section
        aria-label={t("Rows of the preview")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-128 overflow-auto border-t outline-offset-[-2px]"
      >
        <Table className="min-w-max">
          <thead>
            <tr>
              {[t("Line"), ...columns.map(labelOf), ...(hasOthers ? [t("Other problems")] : [])].map(
                (head) => (
                  <TableHead key={head} className="sticky top-0 z-10">
                    {head}
                  </TableHead>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {listed.slice(0, max).map((row) => (
              <PreviewRow key={row.line} row={row} columns={columns} hasOthers={hasOthers} />
            ))}
          </tbody>
        </Table>
      </section>
      {listed.length > max ? (
        <Button variant="ghost" className="m-2 w-fit" onClick={() => setMax(max + step)}>
          {t("Show {step} more", { step: Math.min(step, listed.length - max) })}
        </Button>
      ) : null}
    </div>
  );
}

type PreviewRowProps = { row: SheetRow; columns: string[]; hasOthers: boolean };

function PreviewRow({ row: { line, values, problems }, columns, hasOthers }: PreviewRowProps) {
  const others = problems.filter(({ field }) => !columns.includes(field));
  return (
    <TableRow>
      <TableCell className="num text-muted">{line}</TableCell>
      {columns.map((field) => (
        <TableCell key={field} className="max-w-72 align-top">
          <span className="block break-words">{values[field] ?? <span className="text-faint">–</span>}</span>
          {problems
            .filter((problem) => problem.field === field)
            .map(({ message }) => (
              <Problem key={message} text={campaignErrorText(message)} />
            ))}
        </TableCell>
      ))}
      {hasOthers ? (
        <TableCell className="max-w-72 align-top">
          {others.map(({ field, message }) => (
            <Problem key={field + message} text={`${labelOf(field)}: ${campaignErrorText(message)}`} />
          ))}
        </TableCell>
      ) : null}
    </TableRow>
  );
}

const Problem = ({ text }: { text: string }) => (
  <span className="flex items-start gap-1.5 text-danger text-xs">
    <CircleAlert className="mt-0.5 size-3 shrink-0" aria-hidden="true" />
    {text}
  </span>
);
