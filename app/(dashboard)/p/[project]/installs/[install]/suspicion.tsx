import { useProject } from "@/app/(dashboard)/session";
import { IntentLink } from "@/components/intent-link";
import { Badge } from "@/components/ui/badge";
import { levelNames } from "@/lib/attribution/fraud/labels";
import type { Level } from "@/lib/attribution/fraud/rules";
import type { InstallPage } from "@/lib/reporting/lists/installs/schema";

/** The fraud rules that fired on the decision in force, and what they saw. */
export function Suspicion({ page }: { page: InstallPage }) {
  const { id } = useProject();
  if (page.charges.length === 0) return null;
  return (
    <section aria-labelledby="suspicion" className="border-t">
      <h3 id="suspicion" className="flex flex-wrap items-center gap-x-3 px-5 pt-4 pb-1 font-medium text-sm">
        What is suspicious
        <IntentLink
          href={`/p/${id}/rules`}
          className="ml-auto rounded-sm font-normal text-muted text-xs underline underline-offset-2"
        >
          The rules
        </IntentLink>
      </h3>
      {page.install.postbacks_held ? (
        <p className="px-5 pb-1 text-muted text-sm">
          It is marked as withheld: one of these rules says that no ad network is to be told of it. Nothing is
          sent to any yet.
        </p>
      ) : null}
      <ul className="divide-y">
        {page.charges.map((charge) => (
          <li key={`${charge.rule} ${charge.click_id}`} className="grid gap-1 px-5 py-3">
            <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
              {charge.label}
              <Badge tone="danger">{levelNames[charge.level as Level] ?? charge.level}</Badge>
            </p>
            <p className="text-muted text-sm">{charge.words}.</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
