"use client";

import { ChevronRight, Filter } from "lucide-react";
import { memo, type ReactNode, useId } from "react";
import { shortId } from "@/app/(dashboard)/shell/facts/install-labels";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { clockText, exactTime, shortDayText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import type { LiveEntry } from "@/lib/activity/live/schema";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";
import type { LiveFilterState } from "./address";
import { liveEntryTitle, liveKindDisplay, noteLabel, noteSentence } from "./labels";

type EntryProps = {
  entry: LiveEntry;
  open: boolean;
  onToggle: () => void;
  onFilter: (patch: Partial<LiveFilterState>) => void;
};

const sameEntry = (a: EntryProps, b: EntryProps) => a.open === b.open && a.entry === b.entry;

/** One line per entry. Pressed, it shows the sent data, the stored data, and the reasons for rejected data. */
export const LiveEntryRow = memo(function Entry({ entry, open, onToggle, onFilter }: EntryProps) {
  const { time_zone: timeZone, currency } = useProject();
  const detail = useId();
  const { icon: Icon, label } = liveKindDisplay[entry.kind];
  const refused = entry.kind === "rejection";
  const at = new Date(entry.at);
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? detail : undefined}
        onClick={onToggle}
        className="flex w-full items-start gap-x-3 px-4 py-2.5 text-start outline-offset-[-2px] transition-colors hover:bg-hover sm:items-center"
      >
        <ChevronRight
          aria-hidden="true"
          className={cn("size-3.5 shrink-0 text-faint transition-transform max-sm:mt-1", open && "rotate-90")}
        />
        <time
          dateTime={entry.at}
          title={exactTime(at, timeZone)}
          className="num w-26 shrink-0 text-muted text-xs max-sm:mt-0.5 max-sm:w-16"
        >
          {dayBefore(at, timeZone)}
          {clockText(at, timeZone)}
        </time>
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1">
          <span
            className={cn(
              "inline-flex w-24 shrink-0 items-center gap-1.5 font-medium text-sm",
              refused && "text-danger",
            )}
          >
            <Icon className="size-3.5 shrink-0" aria-hidden="true" />
            {label}
          </span>
          <span className="min-w-0 max-w-full truncate text-sm">
            {refused ? <code className="font-mono text-xs">{entry.title}</code> : liveEntryTitle(entry)}
          </span>
          {entry.amount_minor === null ? null : (
            <span className="num font-medium text-sm">
              {figureFormat(currency).full("money", entry.amount_minor)}
            </span>
          )}
          {entry.note === null ? null : refused ? (
            <span className="min-w-0 max-w-full truncate text-muted text-sm">{entry.note}</span>
          ) : (
            <Badge tone={entry.note === "pending" ? "neutral" : "warning"}>{noteLabel(entry.note)}</Badge>
          )}
          <span className="ms-auto flex min-w-0 items-center gap-x-2.5 text-muted text-xs max-sm:ms-0">
            {entry.user_id ? <span className="max-w-36 truncate font-mono">{entry.user_id}</span> : null}
            {entry.campaign ? <span className="max-w-44 truncate">{entry.campaign}</span> : null}
            {entry.platform ? <span>{platformNames[entry.platform] ?? entry.platform}</span> : null}
          </span>
        </span>
      </button>
      {open ? (
        <div id={detail} className="grid grid-cols-1 gap-4 border-t bg-sunken/50 px-4 py-4 sm:ps-11">
          <Becoming entry={entry} />
          <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
            <Part title={t("Request")}>
              {refused ? (
                <Note>{t("For rejected calls, only a hash of the body is stored.")}</Note>
              ) : entry.sent ? (
                <Json value={entry.sent} />
              ) : (
                <Note>{t("Only admins can see device details.")}</Note>
              )}
            </Part>
            <Part title={refused ? t("Logged") : t("Stored")}>
              <Json value={refused ? entry.stored : storedOf(entry)} />
            </Part>
          </div>
          <Ways entry={entry} onFilter={onFilter} />
        </div>
      ) : null}
    </li>
  );
}, sameEntry);

/** The columns and the other stored data, without empty values. */
function storedOf({
  id,
  at,
  amount_minor,
  campaign,
  platform,
  user_id,
  install_instance_id,
  stored,
}: LiveEntry) {
  const row = { id, at, amount_minor, campaign, platform, user_id, install_instance_id };
  return Object.fromEntries(
    Object.entries({ ...row, ...stored }).filter(([, value]) => value !== null && value !== ""),
  );
}

/** The day, if it is not today in the project's time zone. */
function dayBefore(at: Date, timeZone: string): string {
  const day = shortDayText(at, timeZone);
  return day === shortDayText(new Date(), timeZone) ? "" : `${day}, `;
}

function Becoming({ entry }: { entry: LiveEntry }) {
  const { time_zone: timeZone } = useProject();
  return (
    <p className="max-w-prose text-sm">
      <span className="num text-muted">{exactTime(new Date(entry.at), timeZone)}. </span>
      {entry.note === null
        ? entry.install_id === null && entry.kind !== "click"
          ? t("Stored. There's no install for this instance yet; it counts as organic until one arrives.")
          : t("Stored and counted.")
        : noteSentence(entry.kind, entry.note)}
    </p>
  );
}

/** Links to the install, and to all entries of the same install or user. */
function Ways({ entry, onFilter }: { entry: LiveEntry; onFilter: EntryProps["onFilter"] }) {
  const { id } = useProject();
  const { install_id: install, install_instance_id: instance, user_id: user } = entry;
  if (!install && !instance && !user) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {install ? (
        <Button asChild size="sm">
          <IntentLink href={`/p/${id}/installs/${install}`}>{t("Open install")}</IntentLink>
        </Button>
      ) : null}
      {instance ? (
        <Button size="sm" variant="ghost" onClick={() => onFilter({ install: instance })}>
          <Filter className="size-3.5" />
          {t("Only this install {instance}", { instance: shortId(instance) })}
        </Button>
      ) : null}
      {user ? (
        <Button size="sm" variant="ghost" onClick={() => onFilter({ user })}>
          <Filter className="size-3.5" />
          {t("Only this user {user}", { user: shortId(user) })}
        </Button>
      ) : null}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-1.5">
      <h2 className="font-medium text-muted text-xs">{title}</h2>
      {children}
    </section>
  );
}

const Note = ({ children }: { children: ReactNode }) => <p className="text-muted text-sm">{children}</p>;

const Json = ({ value }: { value: object }) => (
  <CodeBlock code={JSON.stringify(value, null, 2)} className="[&_pre]:max-h-80 [&_pre]:overflow-y-auto" />
);
