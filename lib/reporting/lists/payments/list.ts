import type { Project } from "@/lib/accounts/access/project";
import { dimensionFilterOf } from "@/lib/ledger/rows-queries";
import { countedList } from "@/lib/platform/lists/list";
import { instancesFor } from "@/lib/reporting/lists/installs/instances";
import { narrowed } from "@/lib/reporting/lists/narrow";
import { countPayments, type Filter, findPayments } from "@/lib/reporting/lists/payments/queries";
import { paymentSchema } from "@/lib/reporting/lists/payments/schema";

export const payments = countedList(paymentSchema, {
  async narrow(project: Project, query): Promise<Filter> {
    const asked = narrowed(project, query);
    // Of a return's campaign are others than those whom it won.
    const cells = query.returned ? dimensionFilterOf({}) : asked.cells;
    return { ...asked, instances: await instancesFor(project, cells, query.install) };
  },
  find: findPayments,
  count: countPayments,
});
