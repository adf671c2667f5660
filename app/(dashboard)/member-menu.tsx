"use client";

import { LogOut, UserRound } from "lucide-react";
import Link from "next/link";
import { signOut } from "next-auth/react";
import { ThemeToggle } from "@/components/theme-toggle";
import { Avatar } from "@/components/ui/avatar";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Skeleton } from "@/components/ui/skeleton";
import { useSession } from "./session";

export function MemberMenu() {
  const { me } = useSession();
  if (!me) return <Skeleton className="size-7 rounded-full" />;
  const { name, email } = me.member;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="rounded-full" aria-label={`Your menu, ${name || email}`}>
        <Avatar name={name || email} className="size-7" />
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-60">
        <div className="grid px-2 py-1.5">
          <span className="truncate font-medium">{name || email}</span>
          {name ? <span className="truncate text-muted text-xs">{email}</span> : null}
        </div>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link href="/account/profile">
            <UserRound />
            Profile
          </Link>
        </DropdownMenuItem>
        <div className="flex h-9 items-center justify-between px-2">
          Theme
          <ThemeToggle />
        </div>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void signOut({ callbackUrl: "/sign-in" })}>
          <LogOut />
          Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
