import { type ApiAddress, child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { Sheet, SheetBody, SheetContent } from "@/components/dialogs/sheet";
import { numberText } from "@/components/format";
import { Alert } from "@/components/ui/alert";
import { useLastValue } from "@/components/use-last";
import { t } from "@/lib/base/languages/texts";
import type { FileRunList, ShownFile } from "@/lib/data-access/files/schema";
import { bytesText } from "./labels";

type Run = FileRunList["runs"][number];
type RunFilesProps = {
  path: ApiAddress<"/projects/:project/file-exports">;
  id: number;
  run: Run | null;
  onClose: () => void;
};

/** Longer lists are read with the command line. */
const maxShown = 200;

/** The files of a run, and the earlier files that may contain people who were erased before it. */
export function RunFiles({ path, id, run, onClose }: RunFilesProps) {
  const shown = useLastValue(run);
  const { data: earlier } = useGet(
    shown && shown.erased > 0
      ? withQuery(child(path, "/:id/earlier-files", { id }), { before: String(shown.id) })
      : null,
  );
  if (!shown) return null;
  return (
    <Sheet open={run !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={t("Run {id}", { id: shown.id })}
        description={shown.manifest ?? t("This run has no manifest.")}
      >
        <SheetBody className="grid content-start gap-5">
          {shown.problem ? (
            <Alert tone="danger" title={t("The run failed")}>
              {shown.problem}
            </Alert>
          ) : null}
          {shown.names.length === 0 ? (
            <p className="text-muted text-sm">
              {shown.state === "done"
                ? t("Nothing has changed, so the run has no files.")
                : t("The run has no files.")}
            </p>
          ) : (
            <FileList label={t("Files")} files={shown.names} />
          )}
          {earlier && earlier.files.length > 0 ? (
            <>
              <Alert tone="warning" title={t("People were erased before this run")}>
                {t(
                  "Its files remove them from your warehouse. These earlier files may still contain their rows.",
                )}
              </Alert>
              <FileList label={t("Earlier files")} files={earlier.files} />
            </>
          ) : null}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

function FileList({ label, files }: { label: string; files: readonly ShownFile[] }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-medium text-sm">{label}</h3>
      <ul className="grid gap-2">
        {files.slice(0, maxShown).map(({ name, rows, bytes, sha256 }) => (
          <li key={name} className="grid gap-0.5 rounded-lg border p-3">
            <span className="break-all font-mono text-xs">{name}</span>
            <span className="num text-muted text-xs">
              {rows === 1 ? "1 row" : t("{rows} rows", { rows: numberText(rows) })}, {bytesText(bytes)}
            </span>
            <span className="break-all font-mono text-faint text-xs">
              {t("SHA-256 {sha256}", { sha256 })}
            </span>
          </li>
        ))}
      </ul>
      {files.length > maxShown ? (
        <p className="text-muted text-sm">
          {t("{files} more files. The command file-export earlier-files lists them.", {
            files: numberText(files.length - maxShown),
          })}
        </p>
      ) : null}
    </section>
  );
}
