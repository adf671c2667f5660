import type { Project } from "@/lib/accounts/access/project";
import { instancesFor } from "@/lib/activity/lists/installs/instances";
import { filteredQuery } from "@/lib/activity/lists/narrow";
import { countPayments, findPayments, type PaymentFilter } from "@/lib/activity/lists/payments/queries";
import { paymentSchema } from "@/lib/activity/lists/payments/schema";
import { dimensionFilterOf } from "@/lib/ledger/rows-queries";
import { list } from "@/lib/platform/lists/list";

export const paymentsList = list(paymentSchema, {
  async narrow(project: Project, query): Promise<PaymentFilter> {
    const asked = filteredQuery(project, query);
    // A return's campaign is another than the one the install is attributed to, so the install's dimensions do not
    // apply.
    const cells = query.returned ? dimensionFilterOf({}) : asked.cells;
    return { ...asked, instances: await instancesFor(project, cells, query.install) };
  },
  find: findPayments,
  count: countPayments,
});
