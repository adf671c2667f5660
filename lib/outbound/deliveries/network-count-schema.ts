import { z } from "zod";

const countRow = z.object({
  /** The name as sent, or the network's name; empty for installs. */
  name: z.string(),
  sent: z.number().int().nullable(),
  accepted: z.number().int().nullable(),
  network: z.number().nullable(),
});

/** The network's own counts, on reported days. */
export const networkCount = z.object({
  network: z.string(),
  /** `no_account`: the network has reports, but no ad account is connected. `silent`: it reported nothing for these days. */
  state: z.enum(["reported", "silent", "no_account"]),
  /** The first counted day, at most thirty days back. It is not earlier than the first sent event. */
  since: z.string(),
  /** The reported days, in the network's own time zone. */
  days: z.number().int(),
  rows: z.array(countRow),
});
export type NetworkCount = z.output<typeof networkCount>;
