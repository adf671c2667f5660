import { ChevronDown, Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { type FileLevel, fileLevels } from "@/lib/reporting/table/levels";

const levels: Record<FileLevel, string> = {
  campaign: "Campaigns",
  ad_set: "Ad sets",
  creative: "Creatives",
  keyword: "Keywords",
};

/** The file has all rows, expanded or not, so the member chooses the level of a row. */
export function ExportReport({ hrefOf }: { hrefOf: (level: FileLevel) => string }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>
          <Download />
          Export CSV
          <ChevronDown className="size-3.5! text-faint" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {fileLevels.map((level) => (
          <DropdownMenuItem key={level} asChild>
            <a href={hrefOf(level)} download>
              {levels[level]}
            </a>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
