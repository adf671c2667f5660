"use client";

import { LogOut, UserRound } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useSession } from "@/app/(dashboard)/shell/session";
import { signOut } from "@/app/sign-in";
import { Avatar } from "@/components/ui/avatar";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { t } from "@/lib/base/languages/texts";

const entry =
  "flex h-8 w-full items-center gap-2 rounded-md px-2 text-start hover:bg-hover [&_svg]:size-4 [&_svg]:text-faint";

export function MemberMenu() {
  const { me } = useSession();
  const [open, setOpen] = useState(false);
  if (!me) return <Skeleton className="size-7 rounded-full" />;
  const { name, email } = me.member;
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger className="rounded-full" aria-label={t("Your menu, {name}", { name: name || email })}>
        <Avatar name={name || email} className="size-7" />
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t("Your menu")} className="w-60 p-1">
        <div className="grid px-2 py-1.5">
          <span className="truncate font-medium">{name || email}</span>
          {name ? <span className="truncate text-muted text-xs">{email}</span> : null}
        </div>
        <div aria-hidden="true" className="my-1 h-px bg-line" />
        <Link href="/account/profile" className={entry} onClick={() => setOpen(false)}>
          <UserRound aria-hidden="true" />
          {t("Profile")}
        </Link>
        <div className="flex h-9 items-center justify-between px-2">
          {t("Theme")}
          <ThemeToggle />
        </div>
        <div aria-hidden="true" className="my-1 h-px bg-line" />
        <button type="button" className={entry} onClick={() => void signOut()}>
          <LogOut aria-hidden="true" />
          {t("Sign out")}
        </button>
      </PopoverContent>
    </Popover>
  );
}
