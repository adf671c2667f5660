import type { Project } from "@/lib/accounts/access/project";
import { paymentTypes } from "@/lib/ledger/payment-types";
import type { ListedAds } from "@/lib/ledger/shown-ads-queries";
import type { MetricView } from "@/lib/reporting/metrics/metrics";
import type { ReportWindow } from "@/lib/reporting/tree/queries";
import {
  countTwice,
  countTwiceTogether,
  countUsers,
  countUsersTogether,
  eventUsers,
  ofReturnedEvents,
  payingUsers,
  returnedUsers,
  type UniqueUsers,
  type UsersTogether,
  usersOfSeveral,
} from "@/lib/reporting/tree/unique-queries";

const typesIn = (names: string[]) => names.filter((name) => paymentTypes.some((type) => type === name));

/** Users of events are a sum of cells if the window ends today, because each user is in the cell of their last day. */
export const windowEndsToday = ({ to }: ReportWindow, today: string) => to === null || to >= today;

type Counted<Users> = { events: Users[]; payments: Users[] };

/** Distinct users by level. For sums of cells, includes the users that these count twice. */
export const distinctUsers = counting<UniqueUsers>(countUsers, countTwice);

/** Distinct users of many campaigns together, and of organic traffic. */
export const distinctUsersTogether = counting<UsersTogether>(countUsersTogether, countTwiceTogether);

type Count<Users> = (...args: Parameters<typeof countUsers>) => Promise<Users[]>;

type Counting = {
  campaigns: number[];
  names: string[];
  asSums: boolean;
  view?: MetricView;
  only?: ListedAds;
};

function counting<Users>(once: Count<Users>, twice: Count<Users>) {
  return async (
    { id, timeZone }: Project,
    window: ReportWindow,
    { campaigns, names, asSums, view = "user_acquisition", only = null }: Counting,
  ): Promise<Counted<Users>> => {
    if (names.length === 0) return { events: [], payments: [] };
    const types = typesIn(names);
    const days = { ...window, timeZone };
    const isReturn = view === "retargeting";
    const [events, payments] = await Promise.all([
      isReturn
        ? once(ofReturnedEvents, id, days, campaigns, names, only)
        : asSums
          ? twice(usersOfSeveral, id, days, campaigns, names, only)
          : once(eventUsers, id, days, campaigns, names, only),
      types.length === 0
        ? []
        : once(isReturn ? returnedUsers : payingUsers, id, days, campaigns, types, only),
    ]);
    return { events, payments };
  };
}
