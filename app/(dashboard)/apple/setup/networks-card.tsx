import { Plus, Trash2 } from "lucide-react";
import { Input } from "@/components/fields/input";
import { Button } from "@/components/ui/button";
import { Card, CardFooter, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";
import type { CardProps } from "./draft";

type NetworksCardProps = CardProps & { usual: Record<string, string> };

/** The networks that registered each ID with Apple. */
export function NetworksCard({
  draft,
  problems,
  disabled,
  onChange,
  usual: defaultValue,
}: NetworksCardProps) {
  const change = (at: number, patch: { id?: string; name?: string }) =>
    onChange({ networks: draft.networks.map((one, index) => (index === at ? { ...one, ...patch } : one)) });
  return (
    <Card>
      <CardHeader
        title={t("Ad network IDs")}
        description={t("Names for the networks' IDs at Apple. They override the built-in names.")}
      />
      <ul className="divide-y border-t">
        {Object.entries(defaultValue).map(([id, name]) =>
          draft.networks.some((own) => own.id === id) ? null : (
            <li key={id} className="flex items-center gap-3 px-5 py-2.5 text-sm">
              <code className="w-40 font-mono text-xs">{id}</code>
              <span className="text-muted">{networkLabel(name) ?? name}</span>
              <Button
                variant="ghost"
                size="sm"
                className="ms-auto"
                disabled={disabled}
                onClick={() =>
                  onChange({ networks: [...draft.networks, { id, name: networkLabel(name) ?? name }] })
                }
              >
                {t("Rename")}
              </Button>
            </li>
          ),
        )}
        {draft.networks.map(({ id, name }, at) => {
          const problem = problems[`networks.${at}`] ?? problems[`networks.${id}`];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
            <li key={at} className="grid gap-1.5 px-5 py-3">
              <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2">
                <Input
                  aria-label={t("Network ID")}
                  placeholder="abc123def4"
                  value={id}
                  aria-invalid={problem ? true : undefined}
                  onChange={(event) => change(at, { id: event.target.value })}
                />
                <Input
                  aria-label={t("Network name")}
                  placeholder={t("Acme Ads")}
                  value={name}
                  aria-invalid={problem ? true : undefined}
                  onChange={(event) => change(at, { name: event.target.value })}
                />
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t("Remove the name of {id}", { id: id || t("this network") })}
                  onClick={() => onChange({ networks: draft.networks.filter((_, index) => index !== at) })}
                >
                  <Trash2 />
                </Button>
              </div>
              {problem ? <p className="text-danger text-xs">{problem}</p> : null}
            </li>
          );
        })}
      </ul>
      <CardFooter>
        <Button
          disabled={disabled}
          onClick={() => onChange({ networks: [...draft.networks, { id: "", name: "" }] })}
        >
          <Plus />
          {t("Add network")}
        </Button>
      </CardFooter>
    </Card>
  );
}
