import { Table2 } from "lucide-react";
import { useState } from "react";
import { type ApiAddress, ApiError, child, mutate } from "@/app/(dashboard)/shell/api";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import type { FileLayout } from "@/lib/data-access/files/layouts/stored";
import type { LayoutPreview as Preview } from "@/lib/data-access/files/schema";

type Entered = {
  layout?: FileLayout | undefined;
  definition?: string | undefined;
  personal?: boolean | undefined;
};
type LayoutPreviewProps = {
  path: ApiAddress<"/projects/:project/file-exports">;
  /** The entered settings; null after a message next to an invalid field. */
  read(): Promise<Entered | null>;
  /** Changes with the settings, so that a preview of earlier ones is not shown. */
  version: string;
};

type State =
  | { is: "idle" | "loading" }
  | { is: "done"; preview: Preview; version: string }
  | { is: "failed"; text: string };

/** The first rows of files, and the columns that stay empty, before anything is saved. */
export function LayoutPreview({ path, read, version }: LayoutPreviewProps) {
  const [state, setState] = useState<State>({ is: "idle" });
  async function load() {
    const entered = await read();
    if (entered === null) return;
    setState({ is: "loading" });
    try {
      const preview: Preview = await mutate("POST", child(path, "/preview"), entered);
      setState({ is: "done", preview, version });
    } catch (error) {
      const text = error instanceof ApiError ? error.message : t("Cairn can’t be reached. Try again.");
      setState({ is: "failed", text });
    }
  }
  const preview = state.is === "done" && state.version === version ? state.preview : null;
  const filled = preview?.tables.filter(({ rows }) => rows.length > 0) ?? [];
  return (
    <section aria-label={t("Preview")} className="grid min-w-0 gap-3 rounded-lg border bg-sunken p-3.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 text-sm" aria-live="polite">
          {state.is === "loading"
            ? t("Reading the newest installs, events and payments…")
            : preview
              ? t("Files: {tables}", { tables: preview.tables.map(({ name }) => name).join(", ") })
              : t("What will the files contain?")}
        </p>
        <Button type="button" size="sm" onClick={() => void load()} disabled={state.is === "loading"}>
          <Table2 />
          {t("Preview")}
        </Button>
      </div>
      {state.is === "failed" ? (
        <Alert tone="danger" live>
          {state.text}
        </Alert>
      ) : null}
      {filled.map((table) => (
        <PreviewTable key={table.name} {...table} />
      ))}
      {preview && filled.length === 0 ? (
        <p className="text-muted text-sm">
          {t("There are no installs, events or payments yet, so there are no rows to show.")}
        </p>
      ) : null}
      {preview ? (
        <>
          <Names label={t("Always empty, without a counterpart in Cairn")} names={preview.empty} />
          <Names label={t("Empty without personal columns")} names={preview.withheld} />
        </>
      ) : null}
    </section>
  );
}

function Names({ label, names }: { label: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="text-xs">
      <span className="font-medium">
        {label} ({names.length}):
      </span>{" "}
      <span className="break-words font-mono text-muted">{names.join(", ")}</span>
    </p>
  );
}

function PreviewTable({ name, columns, rows }: Preview["tables"][number]) {
  return (
    <div className="grid min-w-0 gap-1">
      <h3 className="font-medium text-sm">{name}</h3>
      <section
        aria-label={t("Rows of {name}", { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-md border bg-surface"
      >
        <table className="text-xs">
          <thead>
            <tr className="border-b text-start text-muted">
              {columns.map((column) => (
                <th key={column} scope="col" className="whitespace-nowrap px-2 py-1 font-medium font-mono">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a preview have no key, and never move.
              <tr key={at} className="border-b last:border-0">
                {row.map((cell, column) => (
                  <td key={columns[column]} className="max-w-60 truncate whitespace-nowrap px-2 py-1">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
