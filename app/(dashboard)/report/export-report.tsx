import { ChevronDown, Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { t } from "@/lib/base/languages/texts";
import { type FileLevel, fileLevels } from "@/lib/reporting/table/levels";

const levels: Record<FileLevel, string> = {
  campaign: t("Campaigns"),
  ad_set: t("Ad sets"),
  creative: t("Creatives"),
  keyword: t("Keywords"),
};

/** The file has all rows, expanded or not, so the member chooses the level of a row. */
export function ExportReport({ hrefOf }: { hrefOf: (level: FileLevel) => string }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>
          <Download />
          {t("Export CSV")}
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
