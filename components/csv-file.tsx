import type { RefObject } from "react";

type CsvFileProps = { ref: RefObject<HTMLInputElement | null>; onChoose: (file: File | undefined) => void };

/** A hidden file input, which a button opens by its `ref`. The same file can be chosen again after it was corrected. */
export function CsvFile({ ref, onChoose }: CsvFileProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
      aria-label="CSV file"
      className="sr-only"
      tabIndex={-1}
      onChange={(event) => {
        onChoose(event.target.files?.[0]);
        event.target.value = "";
      }}
    />
  );
}
