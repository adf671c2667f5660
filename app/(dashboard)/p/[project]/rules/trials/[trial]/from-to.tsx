import { ArrowRight } from "lucide-react";

export function FromTo({ from, to }: { from: string; to: string }) {
  return (
    <span className="num inline-flex items-center gap-1.5 whitespace-nowrap">
      <span className="text-muted">{from}</span>
      {from === to ? null : (
        <>
          <ArrowRight className="size-3 shrink-0 text-faint" role="img" aria-label="to" />
          <span className="font-medium">{to}</span>
        </>
      )}
    </span>
  );
}
