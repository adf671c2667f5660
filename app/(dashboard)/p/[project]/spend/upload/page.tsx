"use client";

import { FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { type DragEvent, useRef, useState } from "react";
import { at, sendFile, withQuery } from "@/app/(dashboard)/shell/api";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { CsvFile } from "@/components/csv-file";
import { PageHeader } from "@/components/page-header";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import { maxBytes } from "@/lib/spend/upload/schema";

const exports = [
  [
    t("Meta"),
    t("Ads Manager → Reports → Export table data. Add the breakdown “Day” and the columns with the IDs."),
  ],
  [t("Google Ads"), t("Reports → Table, with Day, Campaign ID, Ad group ID and Cost. Any of its CSV forms.")],
  [t("TikTok"), t("Ads Manager → Custom report, with By Day, Campaign ID, Ad Group ID, Ad ID and Cost.")],
  [t("Apple Ads"), t("Custom reports → daily, by keyword or ad, with the IDs and Local Spend.")],
  [t("Anything else"), t("One line per day and ad: a day, a campaign and an amount are enough.")],
] as const;

export default function ChooseFile() {
  const { id } = useProject();
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const reason = useMissingRoleText("spend.write");

  async function chooseFile(file: File | undefined) {
    if (!file || busy || reason) return;
    setProblem(null);
    if (file.size > maxBytes) {
      setProblem(t("The file is larger than 10 MB. Split it, for example by month."));
      return;
    }
    setBusy(true);
    try {
      const path = withQuery(at("/projects/:project/spend/uploads", { project: id }), {
        name: file.name.slice(0, 200),
      });
      const { upload } = await sendFile(path, file);
      router.push(`/p/${id}/spend/upload/${upload.id}`);
    } catch (cause) {
      setProblem(cause instanceof Error ? cause.message : t("Something went wrong."));
      setBusy(false);
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void chooseFile(event.dataTransfer.files[0]);
  }

  return (
    <>
      <PageHeader
        title={t("Upload file")}
        description={t(
          "Upload a network's CSV export or your own table. You'll see the changes before they are imported.",
        )}
      />
      {problem ? (
        <Alert tone="danger" live title={t("Can't read this file")}>
          {problem}
        </Alert>
      ) : null}
      <section
        aria-label={t("File")}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          "grid justify-items-center gap-1 rounded-xl border border-line-strong border-dashed bg-raised px-6 py-14 text-center transition-colors",
          over && "border-accent bg-accent-soft",
        )}
      >
        <span className="mb-3 grid size-10 place-items-center rounded-full border bg-sunken text-muted">
          <FileUp className="size-4.5" strokeWidth={1.75} aria-hidden="true" />
        </span>
        <p className="font-medium text-base">{t("Drop a CSV file here")}</p>
        <p className="text-muted text-sm">{t("Up to 10 MB and 100,000 lines.")}</p>
        <CsvFile ref={input} onChoose={(chosen) => void chooseFile(chosen)} />
        <Button
          variant="primary"
          className="mt-4"
          loading={busy}
          disabled={Boolean(reason)}
          onClick={() => input.current?.click()}
        >
          {t("Choose a file")}
        </Button>
        {reason ? <p className="mt-2 text-muted text-xs">{reason}</p> : null}
      </section>
      <Card>
        <CardHeader
          title={t("Columns to export")}
          description={t("Include the network's IDs to match spend to ad sets and creatives.")}
        />
        <CardBody>
          <dl className="grid grid-cols-1 gap-x-6 gap-y-3 text-sm sm:grid-cols-[8rem_1fr]">
            {exports.map(([name, text]) => (
              <div key={name} className="contents">
                <dt className="font-medium max-sm:-mb-2.5">{name}</dt>
                <dd className="text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </CardBody>
      </Card>
    </>
  );
}
