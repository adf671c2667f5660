import type { Project } from "@/lib/access/project";
import { paymentTypes } from "@/lib/payments/rules";
import type { Window } from "@/lib/reporting/queries";
import {
  countEventUsers,
  countEventUsersTogether,
  countPaymentUsers,
  countPaymentUsersTogether,
  countTwice,
  countTwiceTogether,
  type UniqueUsers,
  type UsersTogether,
} from "@/lib/reporting/unique-queries";

const typesIn = (names: string[]) => names.filter((name) => paymentTypes.some((type) => type === name));

/** Whether the users of events are a sum of cells: each stands on its last day there. */
export const endsToday = ({ to }: Window, today: string) => to === null || to >= today;

/** Different users by level; of events, if they are a sum, those who are counted twice in it. */
export async function usersOf(
  { id, timeZone }: Project,
  window: Window,
  campaigns: number[],
  names: string[],
  asSums: boolean,
): Promise<{ events: UniqueUsers[]; payments: UniqueUsers[] }> {
  if (names.length === 0) return { events: [], payments: [] };
  const types = typesIn(names);
  const [events, payments] = await Promise.all([
    (asSums ? countTwice : countEventUsers)(id, window, campaigns, names),
    types.length === 0 ? [] : countPaymentUsers(id, { ...window, timeZone }, campaigns, types),
  ]);
  return { events, payments };
}

/** The same of many campaigns together, and of the organic. */
export async function usersTogether(
  { id, timeZone }: Project,
  window: Window,
  campaigns: number[],
  names: string[],
  asSums: boolean,
): Promise<{ events: UsersTogether[]; payments: UsersTogether[] }> {
  if (names.length === 0) return { events: [], payments: [] };
  const types = typesIn(names);
  const [events, payments] = await Promise.all([
    (asSums ? countTwiceTogether : countEventUsersTogether)(id, window, campaigns, names),
    types.length === 0 ? [] : countPaymentUsersTogether(id, { ...window, timeZone }, campaigns, types),
  ]);
  return { events, payments };
}
