import type { WebGrouping, WebStep } from "@/lib/reporting/web-to-app/steps";

type Behind = {
  project: number;
  from: string;
  to: string;
  step: WebStep;
  group?: { by: WebGrouping; key: string };
};

/** The link to the visitors behind a figure. */
export function visitorsHref({ project, from, to, step, group }: Behind): string {
  const query = new URLSearchParams({ from, to });
  if (step !== "visited") query.set("step", step);
  if (group) query.set(group.by, group.key);
  return `/p/${project}/web-to-app/visitors?${query}`;
}
