import { z } from "zod";
import { windowDays, windowHours } from "@/lib/attribution/rule-sets/settings";
import { noChangesText, requireChange } from "@/lib/base/fields";
import { networkChange, networkInput, shownNetwork } from "@/lib/campaigns/custom-networks/schema";

const windows = {
  click_window_days: windowDays.nullable().optional().meta({
    description:
      "How long after a click an install is attributed to it. null for the default of the project.",
  }),
  view_window_hours: windowHours.nullable().optional().meta({
    description:
      "How long after a view an install is attributed to it; 0 if views don't count. null for the default of the project.",
  }),
};

/** A network's own windows; null for the default of the project. */
export const windowsInput = z.object({
  click_window_days: windowDays.nullable(),
  view_window_hours: windowHours.nullable(),
});

export type NetworkWindows = { [Name in keyof typeof windows]?: number | null | undefined };

export const networkAndWindowsInput = networkInput.extend(windows);
export const networkAndWindowsChange = z
  .object({ ...networkChange.shape, ...windows })
  .refine(requireChange, noChangesText);

/** With the windows in force, whether they are the network's own or the project's. */
export const networkAndWindows = shownNetwork.extend({
  click_window_days: z.number(),
  view_window_hours: z.number(),
});
/** For the form: the network's own windows, if it has any. */
export const networkAndOwnWindows = networkAndWindows.extend({
  own_windows: z.object({
    click_window_days: z.number().nullable(),
    view_window_hours: z.number().nullable(),
  }),
});
export type NetworkAndOwnWindows = z.output<typeof networkAndOwnWindows>;
export const networksForForm = z.object({
  networks: z.array(networkAndOwnWindows),
  /** The windows of a network without own ones. */
  default_windows: z.object({ click_window_days: z.number(), view_window_hours: z.number() }),
});

export const networkAndWindowsList = z.object({ networks: z.array(networkAndWindows) });
export const oneNetworkAndWindows = z.object({ network: networkAndWindows });
