import { Banknote, BookOpen, type LucideIcon, Megaphone, Scale, Smartphone, UserRound } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { shortId } from "@/app/(dashboard)/shell/facts/install-labels";
import { useSession } from "@/app/(dashboard)/shell/session";
import { Badge } from "@/components/ui/badge";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import { useDebounced } from "@/components/use-debounced";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";
import { parseCampaignLink } from "@/lib/campaigns/rules";
import { foundByServerKeyword } from "./command-fits";

type FoundProps = { text: string; onLoading: (request: boolean) => void; go: (href: string) => void };

const found = [foundByServerKeyword];

/** Too long for the start of a screen's name, or with characters that names do not contain. */
const looksLikeId = (text: string) => /^\S{3,256}$/.test(text) && /\d|[-_@]|^.{12}/.test(text);

/** For a pasted link, the campaign it names is searched. */
const searchedBy = (text: string) => (/[/.]/.test(text) && parseCampaignLink(text)?.displayId) || text;

/** The server is queried when typing pauses. */
export function CommandFound({ text, onLoading, go }: FoundProps) {
  const { project } = useSession();
  const query = useDebounced(searchedBy(text), 150);
  const isSearch = project !== undefined && query.length >= 2 && query.length <= 256;
  const { data, isFetching } = useGet(
    isSearch ? withQuery(at("/projects/:project/search", { project: project.id }), { q: query }) : null,
    { keepPrevious: true },
  );
  const isLoading = isSearch && (isFetching || query !== searchedBy(text));
  useEffect(() => onLoading(isLoading), [isLoading, onLoading]);
  if (!project || !isSearch || !data) return null;
  const base = `/p/${project.id}`;
  const item = (key: string, Icon: LucideIcon, href: string, content: ReactNode) => (
    <CommandItem key={key} value={key} keywords={found} onSelect={() => go(href)}>
      <Icon className="size-3.5! text-faint" />
      {content}
    </CommandItem>
  );
  return (
    <>
      {data.campaigns.length > 0 ? (
        <CommandGroup heading={t("Campaigns")}>
          {data.campaigns.map((each) =>
            item(
              `campaign ${each.id}`,
              Megaphone,
              `${base}/campaigns/${each.id}`,
              <>
                <span className="truncate">{each.name}</span>
                <span className="truncate font-mono text-muted text-xs">{each.display_id}</span>
                {each.active ? null : <Badge>{t("Paused")}</Badge>}
              </>,
            ),
          )}
          {data.more.campaigns
            ? item(
                t("all campaigns"),
                Megaphone,
                `${base}/campaigns?search=${encodeURIComponent(query)}`,
                <span className="truncate">{t("See all campaigns with “{query}”", { query })}</span>,
              )
            : null}
        </CommandGroup>
      ) : null}
      {data.users.length > 0 ? (
        <CommandGroup heading={t("Users")}>
          {data.users.map((each) =>
            item(
              t("user {user_id}", { user_id: each.user_id }),
              UserRound,
              `${base}/installs?find=${encodeURIComponent(each.user_id)}`,
              <>
                <span className="truncate">{each.name ?? each.user_id}</span>
                {each.name ? (
                  <span className="truncate font-mono text-muted text-xs">{each.user_id}</span>
                ) : null}
              </>,
            ),
          )}
        </CommandGroup>
      ) : null}
      {data.payments.length > 0 ? (
        <CommandGroup heading={t("Payments")}>
          {data.payments.map((each) =>
            item(
              t("payment {payment_id}", { payment_id: each.payment_id }),
              Banknote,
              `${base}/payments?payment=${encodeURIComponent(each.payment_id)}`,
              <span className="truncate font-mono text-xs">{each.payment_id}</span>,
            ),
          )}
        </CommandGroup>
      ) : null}
      {data.installs.length > 0 || looksLikeId(text) ? (
        <CommandGroup heading={t("Installs")}>
          {data.installs.map((each) =>
            item(
              `install ${each.id}`,
              Smartphone,
              `${base}/installs/${each.id}`,
              <>
                <span className="font-mono text-xs">{shortId(each.id)}</span>
                <span className="truncate text-muted">
                  {[platformNames[each.platform], each.device_model, each.found_by]
                    .filter(Boolean)
                    .join(", ")}
                </span>
              </>,
            ),
          )}
          {looksLikeId(text)
            ? item(
                `explain ${text}`,
                Scale,
                `${base}/installs?find=${encodeURIComponent(text)}`,
                <span className="truncate">{t("Where did “{text}” come from?", { text })}</span>,
              )
            : null}
        </CommandGroup>
      ) : null}
      {data.docs.length > 0 ? (
        <CommandGroup heading="API reference">
          {data.docs.map((each) =>
            item(
              t("docs {method} {path}", { method: each.method, path: each.path }),
              BookOpen,
              each.url,
              <>
                <span className="shrink-0 font-mono text-xs">
                  {each.method} {each.path}
                </span>
                <span className="truncate text-muted">{each.summary}</span>
              </>,
            ),
          )}
        </CommandGroup>
      ) : null}
    </>
  );
}
