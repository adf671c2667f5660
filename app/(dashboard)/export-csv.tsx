import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { type ApiRequest, type ExportPath, urlOf } from "./api";

/** A file of what the list shows, and of the pages after it. */
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
