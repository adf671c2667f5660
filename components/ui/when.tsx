"use client";

import { createContext, useContext, useEffect, useState } from "react";
import { cn } from "@/components/cn";
import { dayAndTime, dayText, exactTime } from "@/components/format";
import { currentLanguage, t } from "@/lib/base/languages/texts";
import { Tooltip } from "./tooltip";

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

// Always numeric, because 30 hours ago was not necessarily yesterday.
const relative = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: "always" });

function timeAgo(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return seconds > 5 ? t("in a moment") : t("just now");
}

/** The time zone of a page's times (default: the reader's). */
export const TimeZone = createContext<string | undefined>(undefined);

type WhenProps = {
  at: string | Date;
  timeZone?: string;
  /** Shows the date and the time of day: for lists, in which "1 hour ago" would be repeated in each row. */
  clock?: boolean;
  className?: string;
};

/** A readable time: "3 hours ago" within a week, otherwise the date. Hovering shows the exact time. */
export function When({ at, timeZone: own, clock = false, className }: WhenProps) {
  const around = useContext(TimeZone);
  const timeZone = own ?? around;
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (clock) return;
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, [clock]);
  const date = new Date(at);
  const near = Math.abs(date.getTime() - now.getTime()) < 7 * 86_400_000;
  return (
    <Tooltip content={exactTime(date, timeZone)}>
      <time dateTime={date.toISOString()} className={cn("num whitespace-nowrap", className)}>
        {clock ? dayAndTime(date, now, timeZone) : near ? timeAgo(date, now) : dayText(date, timeZone)}
      </time>
    </Tooltip>
  );
}
