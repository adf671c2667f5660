import {
  anyWindowCodecs,
  chosenComparison,
  compareCodec,
  type DayWindow,
  dayWindow,
} from "@/app/(dashboard)/shell/dates/window";
import { useProject } from "@/app/(dashboard)/shell/session";
import { useUrlState } from "@/components/use-url-state";
import { dayIn } from "@/lib/base/time";

const codecs = { ...anyWindowCodecs, compare: compareCodec };

/** The date range of the whole campaign page; null for all time. */
export function useCampaignPeriod() {
  const { time_zone: timeZone, week_starts_on: weekStart } = useProject();
  const [state, setState] = useUrlState(codecs);
  const today = dayIn(timeZone, new Date());
  const days: DayWindow | null = state.range === "all" ? null : dayWindow(state, today, weekStart);
  return { state, setState, days, today, timeZone, compare: chosenComparison(state) };
}
