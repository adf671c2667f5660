import { Plus, Trash2 } from "lucide-react";
import { CampaignField } from "@/app/(dashboard)/shell/facts/campaign-search";
import { Input } from "@/components/fields/input";
import { numberText } from "@/components/format";
import { Button } from "@/components/ui/button";
import { Card, CardFooter, CardHeader } from "@/components/ui/card";
import type { AppleSetup } from "@/lib/apple/postbacks/setup-schema";
import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";
import type { CardProps, SourceDraft } from "./draft";

const empty: SourceDraft = { network: "", source: "", campaign: null };
const maxSuggested = 6;

/** The campaign of a network's source identifier. */
export function SourcesCard({
  draft,
  problems,
  disabled,
  onChange,
  setup,
}: CardProps & { setup: AppleSetup }) {
  const change = (at: number, patch: Partial<SourceDraft>) =>
    onChange({ sources: draft.sources.map((one, index) => (index === at ? { ...one, ...patch } : one)) });
  const nameOf = (id: string) => {
    const name = setup.networks[id] ?? setup.usual_networks[id];
    return name ? (networkLabel(name) ?? name) : id;
  };
  const waiting = setup.unassigned.filter(
    ({ network_id, source_identifier }) =>
      !draft.sources.some(({ network, source }) => network === network_id && source === source_identifier),
  );
  return (
    <Card>
      <CardHeader
        title={t("Source identifiers")}
        description={t(
          "Apple doesn't send campaign names. It sends the last two, three or four digits of a number that the network chose: 39, 239 or 5239. Enter all four, and Cairn matches the shorter forms. Before SKAdNetwork 4 it is a campaign ID up to 100.",
        )}
      />
      <ul className="divide-y border-t">
        {draft.sources.map((row, at) => {
          const of = (field: string) => problems[`sources.${at}.${field}`];
          const problem = of("network_id") ?? of("source_identifier") ?? of("campaign_id");
          const control = (field: string) =>
            of(field) ? { "aria-invalid": true as const, "aria-describedby": `source-problem-${at}` } : {};
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
            <li key={at} className="grid gap-1.5 px-5 py-3">
              <div className="grid grid-cols-[minmax(0,1fr)_6rem_auto] items-center gap-2 sm:grid-cols-[minmax(0,1fr)_7rem_minmax(0,1.5fr)_auto]">
                <Input
                  aria-label={t("Network ID")}
                  placeholder="v9wttpbfk9"
                  value={row.network}
                  {...control("network_id")}
                  onChange={(event) => change(at, { network: event.target.value })}
                />
                <Input
                  aria-label={t("Source identifier")}
                  placeholder="5239"
                  inputMode="numeric"
                  value={row.source}
                  {...control("source_identifier")}
                  onChange={(event) => change(at, { source: event.target.value })}
                />
                <CampaignField
                  aria-label={t("Campaign")}
                  {...control("campaign_id")}
                  chosen={row.campaign}
                  className="max-sm:order-last max-sm:col-span-3"
                  onChoose={(campaign) => change(at, { campaign })}
                />
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t("Remove source identifier {source}", { source: row.source })}
                  onClick={() => onChange({ sources: draft.sources.filter((_, index) => index !== at) })}
                >
                  <Trash2 />
                </Button>
              </div>
              {problem ? (
                <p id={`source-problem-${at}`} className="text-danger text-xs">
                  {problem}
                </p>
              ) : null}
            </li>
          );
        })}
        {draft.sources.length === 0 ? (
          <li className="px-5 py-4 text-faint text-sm">{t("No source identifier has a campaign yet.")}</li>
        ) : null}
      </ul>
      {waiting.length > 0 ? (
        <div className="grid gap-2 border-t px-5 py-3 text-sm">
          <p className="text-muted">{t("Received in the last 90 days without a campaign:")}</p>
          <div className="flex flex-wrap gap-2">
            {waiting.slice(0, maxSuggested).map(({ network_id, source_identifier, postbacks, campaigns }) => (
              <Button
                key={`${network_id} ${source_identifier}`}
                size="sm"
                disabled={disabled}
                onClick={() =>
                  onChange({
                    sources: [
                      ...draft.sources,
                      { network: network_id, source: source_identifier, campaign: null },
                    ],
                  })
                }
              >
                <Plus />
                {nameOf(network_id)} {source_identifier}
                <span className="num text-faint">
                  {numberText(postbacks)}
                  {campaigns > 1 ? t(", matches {campaigns} campaigns", { campaigns }) : ""}
                </span>
              </Button>
            ))}
          </div>
        </div>
      ) : null}
      <CardFooter>
        <Button disabled={disabled} onClick={() => onChange({ sources: [...draft.sources, empty] })}>
          <Plus />
          {t("Add source identifier")}
        </Button>
      </CardFooter>
    </Card>
  );
}
