import { figureFormat } from "@/app/(dashboard)/figure-format";
import { CampaignCell, FactRows, InstallCell } from "@/app/(dashboard)/p/[project]/fact-cells";
import { platformNames } from "@/app/(dashboard)/p/[project]/installs/labels";
import { useProject } from "@/app/(dashboard)/session";
import { CodeBlock } from "@/components/code-block";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { useLast } from "@/components/use-last";
import { exactTime } from "@/components/when";
import type { ListedPayment } from "@/lib/reporting/lists/payments/schema";
import type { Filters } from "./address";
import { statusOf, typeName } from "./labels";

type PaymentSheetProps = {
  payment: ListedPayment | null;
  onClose: () => void;
  onFilter: (patch: Partial<Filters>) => void;
};

/** All of one payment. */
export function PaymentSheet({ payment, onClose, onFilter }: PaymentSheetProps) {
  const { id, time_zone: timeZone, currency } = useProject();
  const shown = useLast(payment);
  if (!shown) return null;
  const base = `/p/${id}`;
  const money = (minor: number) => figureFormat(currency).full("money", minor);
  const status = statusOf(shown);
  return (
    <Sheet open={payment !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={`${typeName(shown.type)}, ${money(shown.amount_minor)}`}
        description={exactTime(new Date(shown.paid_at), timeZone)}
      >
        <div className="grid grid-cols-1 content-start gap-5 overflow-y-auto px-5 py-5">
          <FactRows
            rows={[
              [
                "Status",
                <Badge key="status" tone={status.tone}>
                  {status.label}
                </Badge>,
              ],
              ["Removed", shown.removed_at && exactTime(new Date(shown.removed_at), timeZone)],
              ["In revenue", money(shown.revenue_minor)],
              [
                "Payment id",
                shown.payment_id && (
                  <span key="payment" className="font-mono text-xs">
                    {shown.payment_id}
                  </span>
                ),
              ],
              [
                "User",
                <span key="user" className="font-mono text-xs">
                  {shown.user_id}
                </span>,
              ],
              ["Campaign", <CampaignCell key="campaign" base={base} campaign={shown.campaign} />],
              [
                "Brought back by",
                shown.brought_back_by && (
                  <CampaignCell key="back" base={base} campaign={shown.brought_back_by} />
                ),
              ],
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
            ]}
          />
          {Object.keys(shown.data).length > 0 ? (
            <CodeBlock title="event_data" code={JSON.stringify(shown.data, null, 2)} />
          ) : null}
          <div>
            <Button
              size="sm"
              onClick={() => {
                onFilter({ user: shown.user_id });
                onClose();
              }}
            >
              Only this user
            </Button>
          </div>
        </div>
      </SheetContent>
    </Sheet>
  );
}
