import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { FilterSelect } from "@/app/(dashboard)/shell/list/filter-select";
import { useProject } from "@/app/(dashboard)/shell/session";
import { useFeatures } from "@/app/(dashboard)/shell/use-features";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/base/languages/texts";

type AffiliateFilterProps = { value: string; onValueChange: (value: string) => void };

/** Filters by the campaign's affiliate; hidden if the project has no affiliates. */
export function AffiliateFilter(props: AffiliateFilterProps) {
  const { data } = useGet(at("/projects/:project/affiliates", { project: useProject().id }));
  const choices = (data?.affiliates ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const isExpected = useFeatures()?.affiliates === true;
  if (!data && isExpected && !props.value) return <Skeleton className="h-8.5 w-27 rounded-md" />;
  if (choices.length === 0 && !props.value) return null;
  return <FilterSelect label={t("Affiliate")} choices={choices} {...props} />;
}
