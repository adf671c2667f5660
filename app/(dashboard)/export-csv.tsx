import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";

/** A file of what the list shows, and of the pages after it. */
export function ExportCsv({ path, query }: { path: string; query: URLSearchParams }) {
  return (
    <Button asChild>
      <a href={`/api/dashboard${path}/export.csv?${query}`} download>
        <Download />
        Export CSV
      </a>
    </Button>
  );
}
