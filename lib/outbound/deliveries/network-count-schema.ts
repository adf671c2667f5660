import { z } from "zod";

const countRow = z.object({
  /** As it is sent, or as the network calls it; empty for installs. */
  name: z.string(),
  sent: z.number().int().nullable(),
  accepted: z.number().int().nullable(),
  network: z.number().nullable(),
});

/** The network's own counts, on reported days. */
export const networkCount = z.object({
  network: z.string(),
  /** `no_account`: the network has reports, but no ad account is connected. `silent`: it reported nothing for these days. */
  state: z.enum(["told", "silent", "no_account"]),
  /** Of the last thirty days the first that is looked at: on which it was first sent something, if that is later. */
  since: z.string(),
  /** The reported days, in the network's own time zone. */
  days: z.number().int(),
  rows: z.array(countRow),
});
export type NetworkCount = z.output<typeof networkCount>;
