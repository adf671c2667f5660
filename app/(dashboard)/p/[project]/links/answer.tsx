import { ClickWarnings } from "@/app/(dashboard)/p/[project]/campaigns/[campaign]/click-warnings";
import { cn } from "@/components/cn";
import { Alert } from "@/components/ui/alert";
import type { LinkTest } from "@/lib/traffic/tester/schema";
import { Chain } from "./chain";
import { Outcome } from "./outcome";
import { Recorded } from "./recorded";
import { TestClick } from "./test-click";
import { Visitor } from "./visitor";

export function Answer({ test, dimmed }: { test: LinkTest; dimmed: boolean }) {
  const { campaign } = test;
  return (
    <div
      aria-busy={dimmed}
      className={cn(
        "grid grid-cols-1 items-start gap-6 transition-opacity lg:grid-cols-[minmax(0,1fr)_22rem]",
        dimmed && "opacity-60",
      )}
    >
      {campaign ? (
        <div className="empty:hidden lg:col-span-2">
          <ClickWarnings campaign={campaign} />
        </div>
      ) : (
        <Alert tone="warning" title="This link names no campaign of the project" className="lg:col-span-2">
          Whoever follows it is sent where the project itself leads, and nothing is recorded.
        </Alert>
      )}
      <div className="grid grid-cols-1 gap-6">
        <Outcome test={test} />
        <Chain test={test} />
      </div>
      <div className="grid grid-cols-1 gap-6">
        <TestClick link={test.test_link} />
        <Recorded test={test} />
        <Visitor test={test} />
      </div>
    </div>
  );
}
