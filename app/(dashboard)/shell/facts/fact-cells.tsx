import type { ReactNode } from "react";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { Badge } from "@/components/ui/badge";
import { t } from "@/lib/base/languages/texts";
import { shortId } from "./install-labels";

export type CampaignCellName = { id: number; name: string; deleted: boolean };

export const noValueDash = <span className="text-faint">–</span>;

/** Links to the campaign of the fact. Pressing it must not open the row as well. */
export function CampaignCell({ base, campaign }: { base: string; campaign: CampaignCellName | null }) {
  if (!campaign) return <span className="text-muted">{t("Organic")}</span>;
  if (campaign.deleted)
    return <span className="text-muted">{t("{name} (deleted)", { name: campaign.name })}</span>;
  return (
    <IntentLink
      href={`${base}/campaigns/${campaign.id}`}
      onClick={(event) => event.stopPropagation()}
      className="block max-w-52 truncate rounded-sm font-medium max-sm:max-w-34 hover:underline"
      title={campaign.name}
    >
      {campaign.name}
    </IntentLink>
  );
}

type InstallCellProps = { base: string; install: string | null; instance: string | null; isTest: boolean };

export function InstallCell({ base, install, instance, isTest }: InstallCellProps) {
  if (!install)
    return instance ? <span className="font-mono text-muted text-xs">{shortId(instance)}</span> : noValueDash;
  return (
    <span className="inline-flex items-center gap-1.5">
      <IntentLink
        href={`${base}/installs/${install}`}
        onClick={(event) => event.stopPropagation()}
        className="rounded-sm font-mono text-xs hover:underline"
        title={install}
      >
        {shortId(install)}
      </IntentLink>
      {isTest ? <Badge tone="warning">{t("Test")}</Badge> : null}
    </span>
  );
}

/** A text that may be long or missing. */
export const TextCell = ({ text }: { text: string | null }) =>
  text ? (
    <span className="block max-w-44 truncate max-sm:max-w-28" title={text}>
      {text}
    </span>
  ) : (
    noValueDash
  );

export const UserCell = ({ user }: { user: string }) => (
  <span className="block max-w-40 truncate font-mono text-xs" title={user}>
    {user}
  </span>
);

/** A shortened ID. */
export const IdCell = ({ id }: { id: string }) => (
  <span className="font-mono text-xs" title={id}>
    {shortId(id)}
  </span>
);

/** The details of one fact, one per line. */
export function FactRows({ rows }: { rows: [string, ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-2.5 text-sm">
      {rows.map(([label, value]) =>
        value === null || value === "" ? null : (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** An amount without an exchange rate, and where to add one. */
export const MissingRate = ({ base, currency }: { base: string; currency: string }) => (
  <span>
    {rich("There are none for {currency} on its day, so it counts as 0. <link>Add a rate</link>", {
      currency,
      link: (text) => (
        <IntentLink href={`${base}/spend/rates`} className="rounded-sm underline underline-offset-2">
          {text}
        </IntentLink>
      ),
    })}
  </span>
);
