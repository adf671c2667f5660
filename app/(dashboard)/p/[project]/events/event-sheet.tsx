import { figureFormat } from "@/app/(dashboard)/figure-format";
import { CampaignCell, FactRows, InstallCell } from "@/app/(dashboard)/p/[project]/fact-cells";
import { platformNames } from "@/app/(dashboard)/p/[project]/installs/labels";
import { useProject } from "@/app/(dashboard)/session";
import { CodeBlock } from "@/components/code-block";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { useLast } from "@/components/use-last";
import { exactTime } from "@/components/when";
import type { ListedEvent } from "@/lib/reporting/lists/events/schema";
import type { Filters } from "./address";

type EventSheetProps = {
  event: ListedEvent | null;
  onClose: () => void;
  onFilter: (patch: Partial<Filters>) => void;
};

/** All of one event. */
export function EventSheet({ event, onClose, onFilter }: EventSheetProps) {
  const { id, time_zone: timeZone, currency } = useProject();
  const shown = useLast(event);
  if (!shown) return null;
  const base = `/p/${id}`;
  const only = (patch: Partial<Filters>) => {
    onFilter(patch);
    onClose();
  };
  return (
    <Sheet open={event !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={shown.name} description={exactTime(new Date(shown.occurred_at), timeZone)}>
        <div className="grid grid-cols-1 content-start gap-5 overflow-y-auto px-5 py-5">
          <FactRows
            rows={[
              [
                "Amount",
                shown.amount_minor === null ? null : figureFormat(currency).full("money", shown.amount_minor),
              ],
              [
                "User",
                <span key="user" className="font-mono text-xs">
                  {shown.user_id}
                </span>,
              ],
              ["Campaign", <CampaignCell key="campaign" base={base} campaign={shown.campaign} />],
              [
                "Install",
                <InstallCell
                  key="install"
                  base={base}
                  install={shown.install_id}
                  instance={shown.install_instance_id}
                  isTest={shown.is_test}
                />,
              ],
              ["Platform", platformNames[shown.platform] ?? shown.platform],
              [
                "Event id",
                <span key="id" className="font-mono text-xs">
                  {shown.id}
                </span>,
              ],
            ]}
          />
          {Object.keys(shown.data).length > 0 ? (
            <CodeBlock title="event_data" code={JSON.stringify(shown.data, null, 2)} />
          ) : null}
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => only({ user: shown.user_id })}>
              Only this user
            </Button>
            <Button size="sm" onClick={() => only({ name: shown.name })}>
              Only {shown.name}
            </Button>
          </div>
        </div>
      </SheetContent>
    </Sheet>
  );
}
