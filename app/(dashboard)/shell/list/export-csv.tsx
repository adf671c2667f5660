import { Download } from "lucide-react";
import { type ApiRequest, type ExportPath, urlOf } from "@/app/(dashboard)/shell/api";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";

/** Exports the list with all of its pages. */
export function ExportCsv({ file }: { file: ApiRequest<ExportPath> }) {
  return (
    <Button asChild>
      <a href={urlOf(file)} download>
        <Download />
        {t("Export CSV")}
      </a>
    </Button>
  );
}
