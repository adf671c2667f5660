import { skipToken, useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { CsvFile } from "@/components/csv-file";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "@/components/dialogs/dialog";
import { Field } from "@/components/fields/field";
import { Textarea } from "@/components/fields/textarea";
import { numberText } from "@/components/format";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useDebounced } from "@/components/use-debounced";
import type { BlockSheetPreview } from "@/lib/attribution/blocks/schema";
import { t } from "@/lib/base/languages/texts";

const sample = `kind,value,network,action,max_installs,per_hours,reason,ends_at
publisher,com.example.game,AppLovin,reject,,,Clicks without people,
publisher,4711,,hold,50,24,Too many installs a day,2026-12-31
address,203.0.113.0/24,,tag,,,Data center,`;

type BlockSheetProps = {
  path: ApiAddress<"/projects/:project/blocks">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Adds many entries from pasted rows or a CSV file, after a preview. */
export function BlockSheet({ path, open, onOpenChange }: BlockSheetProps) {
  const [text, setText] = useState("");
  const typed = useDebounced(text, 400);
  const file = useRef<HTMLInputElement>(null);
  const refresh = useRefresh();
  const isEmpty = typed.trim() === "";
  const { data, error, isFetching } = useQuery({
    queryKey: [t("block sheet"), path, typed],
    queryFn: isEmpty ? skipToken : () => mutate("POST", child(path, "/sheet/preview"), { text: typed }),
    retry: false,
  });
  const close = () => {
    setText("");
    onOpenChange(false);
  };
  const add = useAction(async () => {
    const { added } = await mutate("POST", child(path, "/sheet"), { text });
    await refresh(path);
    toast.success(t("{added2, plural, one {# entry was} other {# entries were}} added", { added2: added }));
    close();
  });
  const isReady = data?.ready === true && typed === text && !isFetching;
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()}>
      <DialogContent
        title={t("Import entries")}
        description={t("The first line names the columns; value and reason are required.")}
        className="sm:max-w-3xl"
      >
        <DialogBody className="grid grid-cols-1 gap-4">
          <Field label={t("Rows")} hint={t("Paste from a spreadsheet, or choose a CSV file.")}>
            {(control) => (
              <Textarea
                {...control}
                rows={6}
                value={text}
                placeholder={sample}
                className="font-mono text-xs"
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <CsvFile
            ref={file}
            onChoose={(chosen) => {
              if (chosen) void chosen.text().then(setText);
            }}
          />
          <div>
            <Button size="sm" onClick={() => file.current?.click()}>
              <FileUp />
              {t("Choose CSV file")}
            </Button>
          </div>
          {error && !isEmpty ? (
            <Alert tone="danger" live>
              {error.message}
            </Alert>
          ) : null}
          {data && !isEmpty ? <Preview preview={data} /> : null}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>{t("Cancel")}</Button>
          <Button variant="primary" disabled={!isReady || add.isPending} onClick={() => add.mutate()}>
            {data && isReady ? t("Add {rows}", { rows: numberText(data.rows.length) }) : t("Add")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** More rows are not drawn. */
const maxRows = 100;

function Preview({ preview: { ignored, rows } }: { preview: BlockSheetPreview }) {
  const wrong = rows.filter(({ problems }) => problems.length > 0);
  const listed = [...wrong, ...rows.filter(({ problems }) => problems.length === 0)].slice(0, maxRows);
  return (
    <div className="grid grid-cols-1 gap-2">
      <p aria-live="polite" className={wrong.length > 0 ? "text-danger text-sm" : "text-sm text-success"}>
        {t("{rows} of {rows2} ready{maxRows}", {
          rows: numberText(rows.length - wrong.length),
          rows2: numberText(rows.length),
          maxRows: rows.length > maxRows ? t(", the first {maxRows} are shown", { maxRows }) : "",
        })}
      </p>
      {ignored.length > 0 ? (
        <p className="text-muted text-sm">
          {ignored.length === 1 ? t("Ignored column") : t("Ignored columns")}: {ignored.join(", ")}
        </p>
      ) : null}
      <section
        aria-label={t("Rows of the preview")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-lg border"
      >
        <Table>
          <thead>
            <tr>
              {[t("Line"), t("Source"), t("Action"), t("Problem")].map((head) => (
                <TableHead key={head}>{head}</TableHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.map(({ line, values, problems }) => (
              <TableRow key={line}>
                <TableCell className="num text-muted">{line}</TableCell>
                <TableCell className="break-all">
                  {[values.kind, values.value, values.network].filter(Boolean).join(" · ")}
                </TableCell>
                <TableCell>{values.action ?? "reject"}</TableCell>
                <TableCell className="text-danger">{problems.join(" ")}</TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      </section>
    </div>
  );
}
