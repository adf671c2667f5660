import { destinationGroupNames } from "@/app/(dashboard)/shell/facts/delivery-labels";
import { IntentLink } from "@/components/intent-link";
import { t } from "@/lib/base/languages/texts";
import type { ShownKinds } from "@/lib/outbound/destinations/schema";
import { KindTile } from "./kind-tile";

const groups = Object.entries(destinationGroupNames) as [keyof typeof destinationGroupNames, string][];

/** All kinds of destinations, each with a link to its form. */
export function KindCards({ data, base }: { data: ShownKinds; base: string }) {
  const { kinds, not_possible: impossible } = data;
  return (
    <div className="grid grid-cols-1 gap-6">
      {groups.map(([group, name]) => {
        const some = kinds.filter((kind) => kind.group === group);
        if (some.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`kinds-${group}`} className="grid grid-cols-1 gap-3">
            <h2 id={`kinds-${group}`} className="px-1 font-semibold text-base">
              {name}
            </h2>
            <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {some.map((kind) => (
                <li key={kind.code} className="grid">
                  <IntentLink
                    href={`${base}/${kind.code}`}
                    className="flex items-start gap-3 rounded-xl border bg-raised p-4 transition-colors hover:border-line-strong hover:bg-hover"
                  >
                    <KindTile label={kind.label} />
                    <span className="grid min-w-0 gap-0.5">
                      <span className="font-medium text-sm">{kind.label}</span>
                      <span className="text-muted text-sm">{kind.about}</span>
                    </span>
                  </IntentLink>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {impossible.length > 0 ? (
        <section aria-labelledby="kinds-none" className="grid grid-cols-1 gap-2 px-1">
          <h2 id="kinds-none" className="font-semibold text-base">
            {t("Not possible")}
          </h2>
          <ul className="grid max-w-prose gap-1.5 text-muted text-sm">
            {impossible.map(({ label, why }) => (
              <li key={label}>
                <span className="font-medium text-ink">{label}:</span> {why}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
