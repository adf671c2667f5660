"use client";

import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { numberText } from "@/components/format";
import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";

export function ClickWarnings({ campaign }: { campaign: Pick<Campaign, "id"> }) {
  const { data } = useGet(
    withQuery(at("/projects/:project/links/warnings", { project: useProject().id }), {
      campaign_id: campaign.id,
    }),
  );
  if (!data || data.warnings.length === 0) return null;
  return (
    <Alert
      tone="warning"
      title={t("Some of the latest {of_latest} clicks have unusable parameters", {
        of_latest: numberText(data.of_latest),
      })}
    >
      <ul className="grid gap-1">
        {data.warnings.map(({ kind, parameter, text, count, last_at }) => (
          <li key={`${kind} ${parameter}`}>
            {text}{" "}
            <span className="num whitespace-nowrap text-faint">
              {rich("{count2, plural, one {# click} other {# clicks}}, last {when}", {
                count2: count,
                when: <When at={last_at} />,
              })}
            </span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
