import type { Project } from "@/lib/accounts/access/project";
import { filteredQuery } from "@/lib/activity/lists/filtered-query";
import { instancesOfDimensions } from "@/lib/activity/lists/installs/instances";
import { countPayments, findPayments, type PaymentFilter } from "@/lib/activity/lists/payments/queries";
import { paymentSchema } from "@/lib/activity/lists/payments/schema";
import { dimensionFilterOf } from "@/lib/ledger/rows-queries";
import { list } from "@/lib/platform/lists/list";

export const paymentsList = list(paymentSchema, {
  async toFilter(project: Project, query): Promise<PaymentFilter> {
    const filter = filteredQuery(project, query);
    // A return and its install can have different campaigns, so the install's dimensions do not apply.
    const dimensions = query.returned ? dimensionFilterOf({}) : filter.dimensions;
    return { ...filter, instances: await instancesOfDimensions(project, dimensions, query.install) };
  },
  find: findPayments,
  count: countPayments,
});
