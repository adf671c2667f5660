import type { Project } from "@/lib/accounts/access/project";
import { type AdRevenueFilter, countAdRevenue, findAdRevenue } from "@/lib/activity/lists/ad-revenue/queries";
import { adRevenueSchema } from "@/lib/activity/lists/ad-revenue/schema";
import { filteredQuery } from "@/lib/activity/lists/filtered-query";
import { instancesOfDimensions } from "@/lib/activity/lists/installs/instances";
import { list } from "@/lib/platform/lists/list";

export const adRevenueList = list(adRevenueSchema, {
  async toFilter(project: Project, query): Promise<AdRevenueFilter> {
    const filter = filteredQuery(project, query);
    return { ...filter, instances: await instancesOfDimensions(project, filter.dimensions, query.install) };
  },
  find: findAdRevenue,
  count: countAdRevenue,
});
