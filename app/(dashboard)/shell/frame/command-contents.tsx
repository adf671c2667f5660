import { ChartNoAxesColumn, Megaphone, Send, Wallet } from "lucide-react";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useNetworkChoices } from "@/app/(dashboard)/shell/facts/network-choices";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import { may } from "@/lib/accounts/access/roles";
import type { ProjectSummary } from "@/lib/accounts/schema";
import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";
import { foundByServerKeyword } from "./command-fits";
import { figureRequest, requestHref } from "./command-request";

type ContentsProps = { project: ProjectSummary; text: string; go: (href: string) => void };

const found = [foundByServerKeyword];
const maxShown = 4;

/** Every word begins a word of the name. */
function isNamed(name: string, typed: string): boolean {
  const words = ` ${name.toLowerCase()}`;
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(` ${word}`));
}

/** What the project contains under a name: reports of a plain request, networks and destinations. */
export function CommandContents({ project, text, go }: ContentsProps) {
  const isSearch = text.length >= 2;
  const networks = useNetworkChoices();
  const mayRead = may(project.role, "destinations.read");
  const { data } = useGet(
    isSearch && mayRead ? at("/projects/:project/destinations", { project: project.id }) : null,
    { staleTime: 60_000 },
  );
  if (!isSearch) return null;
  const base = `/p/${project.id}`;
  const request = figureRequest(text, networks, dayIn(project.time_zone, new Date()));
  const named = networks.filter(({ label }) => isNamed(label, text)).slice(0, 2);
  const destinations = (data?.destinations ?? [])
    .filter(({ name, kind_label: kind }) => isNamed(`${name} ${kind}`, text))
    .slice(0, maxShown);
  const ofNetwork = named.flatMap(({ value, label }) => [
    {
      icon: Megaphone,
      label: t("{label} campaigns", { label }),
      href: `${base}/campaigns?network=${encodeURIComponent(value)}`,
    },
    {
      icon: Wallet,
      label: t("{label} spend", { label }),
      href: `${base}/spend?by=row&network=${encodeURIComponent(value)}`,
    },
    {
      icon: ChartNoAxesColumn,
      label: t("{label} in the report", { label }),
      href: `${base}/report?network=${encodeURIComponent(value)}`,
    },
  ]);
  return (
    <>
      {request ? (
        <CommandGroup heading={t("Figures")}>
          <CommandItem value="request" keywords={found} onSelect={() => go(requestHref(project.id, request))}>
            <ChartNoAxesColumn className="size-3.5! text-faint" />
            <span className="truncate">{request.label}</span>
          </CommandItem>
        </CommandGroup>
      ) : null}
      {ofNetwork.length > 0 ? (
        <CommandGroup heading={t("Ad networks")}>
          {ofNetwork.map(({ icon: Icon, label, href }) => (
            <CommandItem key={href} value={`content ${href}`} keywords={found} onSelect={() => go(href)}>
              <Icon className="size-3.5! text-faint" />
              <span className="truncate">{label}</span>
            </CommandItem>
          ))}
        </CommandGroup>
      ) : null}
      {destinations.length > 0 ? (
        <CommandGroup heading={t("Destinations")}>
          {destinations.map(({ id, name, kind_label: kind }) => (
            <CommandItem
              key={id}
              value={`destination ${id}`}
              keywords={found}
              onSelect={() => go(`${base}/destinations/${id}`)}
            >
              <Send className="size-3.5! text-faint" />
              <span className="truncate">{name}</span>
              {name === kind ? null : <span className="truncate text-muted text-xs">{kind}</span>}
            </CommandItem>
          ))}
        </CommandGroup>
      ) : null}
    </>
  );
}
