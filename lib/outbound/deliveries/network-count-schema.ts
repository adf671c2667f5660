import { z } from "zod";

const countRow = z.object({
  /** As it is sent, or as the network calls it; empty for installs. */
  name: z.string(),
  sent: z.number().int().nullable(),
  accepted: z.number().int().nullable(),
  network: z.number().nullable(),
});

/** What the network counts itself, on the days that it has told of. */
export const networkCount = z.object({
  network: z.string(),
  /** `no_account`: it could be asked, and no ad account of it is connected. `silent`: it told nothing of these days. */
  state: z.enum(["told", "silent", "no_account"]),
  /** Of the last thirty days the first that is looked at: on which it was first sent something, if that is later. */
  since: z.string(),
  /** Of those that it has told of, in the network's own time zone. */
  days: z.number().int(),
  rows: z.array(countRow),
});
export type NetworkCount = z.output<typeof networkCount>;
