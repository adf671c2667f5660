import { Download } from "lucide-react";
import { type ApiRequest, type ExportPath, urlOf } from "@/app/(dashboard)/shell/api";
import { Button } from "@/components/ui/button";

/** Exports the list with all of its pages. */
export function ExportCsv({ file }: { file: ApiRequest<ExportPath> }) {
  return (
    <Button asChild>
      <a href={urlOf(file)} download>
        <Download />
        Export CSV
      </a>
    </Button>
  );
}
