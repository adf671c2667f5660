import { ArrowRight } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import { accountNav, type NavEntry, otherPages, projectNav } from "./nav";
import { useSession } from "./session";

type Target = { label: string; within?: string; about?: string; href: string };

function flatten(entries: readonly NavEntry[], within?: string): Target[] {
  return entries.flatMap(({ label, href, about, children }) => [
    { label, href, ...(within ? { within } : {}), ...(about ? { about } : {}) },
    ...flatten(children ?? [], label),
  ]);
}

/** What is known without asking: the screens, and the member's projects. */
export function CommandScreens({ go }: { go: (href: string) => void }) {
  const { me, project } = useSession();
  const groups = [...(project ? projectNav(project.id) : []), accountNav, { entries: otherPages }];
  const targets = flatten(groups.flatMap((group) => group.entries));
  return (
    <>
      <CommandGroup heading="Screens">
        {targets.map((target) => (
          <CommandItem
            key={target.href}
            value={target.href}
            keywords={[target.label, target.within ?? "", target.about ?? ""]}
            onSelect={() => go(target.href)}
          >
            <ArrowRight className="size-3.5! text-faint" />
            {target.within ? <span className="text-muted">{target.within} /</span> : null}
            {target.label}
          </CommandItem>
        ))}
      </CommandGroup>
      {me && me.projects.length > 1 ? (
        <CommandGroup heading="Projects">
          {me.projects.map((each) => (
            <CommandItem
              key={each.id}
              value={`project ${each.id}`}
              keywords={[each.name]}
              onSelect={() => go(`/p/${each.id}`)}
            >
              <Avatar name={each.name} square />
              {each.name}
            </CommandItem>
          ))}
        </CommandGroup>
      ) : null}
    </>
  );
}
