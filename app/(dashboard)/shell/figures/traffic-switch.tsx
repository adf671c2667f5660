import { CircleHelp } from "lucide-react";
import { Segmented } from "@/components/ui/segmented";
import { Tooltip } from "@/components/ui/tooltip";
import { t } from "@/lib/base/languages/texts";
import { paidMeaning, type Traffic, trafficKinds, trafficNames } from "@/lib/reporting/metrics/traffic";

const options = trafficKinds.map((value) => ({ value, label: trafficNames[value] }));

type TrafficSwitchProps = { value: Traffic; onValueChange: (value: Traffic) => void };

/** Switches between traffic from campaigns and all traffic, with the same labels everywhere. */
export const TrafficSwitch = (props: TrafficSwitchProps) => (
  <div className="flex items-center gap-1">
    <Segmented label={t("Traffic")} options={options} {...props} />
    <Tooltip content={paidMeaning}>
      <button
        type="button"
        aria-label={t("Which traffic is paid?  {paidMeaning}", { paidMeaning })}
        className="grid size-6 place-items-center rounded-sm text-faint hover:text-ink"
      >
        <CircleHelp aria-hidden="true" className="size-3.5" />
      </button>
    </Tooltip>
  </div>
);
