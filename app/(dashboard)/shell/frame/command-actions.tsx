import { Copy, type LucideIcon, Megaphone, Moon, Rows3, Sun, UserRoundPlus } from "lucide-react";
import { toast } from "sonner";
import { at, get } from "@/app/(dashboard)/shell/api";
import { useSession } from "@/app/(dashboard)/shell/session";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import { copyText } from "@/components/ui/copy-button";
import { chooseTheme } from "@/components/ui/theme-toggle";
import { may } from "@/lib/accounts/access/roles";
import { t } from "@/lib/base/languages/texts";

type Deed = { label: string; about: string; icon: LucideIcon; run: () => void };

/** Actions available from anywhere: they run directly, or open their screen. */
export function CommandActions({ go, close }: { go: (href: string) => void; close: () => void }) {
  const { project, account } = useSession();
  const here = (work: () => void) => () => {
    close();
    work();
  };
  const copyToken = async (id: number) => {
    try {
      await copyText((await get(at("/projects/:project", { project: id }))).token);
      toast.success(t("The app token is copied"));
    } catch {
      toast.error(t("The app token could not be copied"), {
        description: t("Copy it under Developers, Keys."),
      });
    }
  };
  const deeds: (Deed | false | undefined)[] = [
    project &&
      may(project.role, "campaigns.write") && {
        label: t("Create campaign"),
        about: t("new campaign link"),
        icon: Megaphone,
        run: () => go(`/p/${project.id}/campaigns/new`),
      },
    project &&
      may(project.role, "campaigns.write") && {
        label: t("Create many campaigns"),
        about: t("bulk links sheet csv import paste"),
        icon: Rows3,
        run: () => go(`/p/${project.id}/campaigns/new-many`),
      },
    account &&
      may(account.role, "members.write") && {
        label: t("Invite member"),
        about: t("add colleague user team"),
        icon: UserRoundPlus,
        run: () => go("/account/members?invite=yes"),
      },
    project && {
      label: t("Copy app token"),
      about: "sdk",
      icon: Copy,
      run: here(() => void copyToken(project.id)),
    },
    { label: t("Dark mode"), about: t("theme night"), icon: Moon, run: here(() => chooseTheme("dark")) },
    { label: t("Light mode"), about: t("theme day"), icon: Sun, run: here(() => chooseTheme("light")) },
  ];
  return (
    <CommandGroup heading={t("Actions")}>
      {deeds.map((deed) =>
        deed ? (
          <CommandItem
            key={deed.label}
            value={`action ${deed.label}`}
            keywords={[deed.label, "", deed.about]}
            onSelect={deed.run}
          >
            <deed.icon className="size-3.5! text-faint" />
            {deed.label}
          </CommandItem>
        ) : null,
      )}
    </CommandGroup>
  );
}
