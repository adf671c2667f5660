import { type LucideIcon, MoreHorizontal } from "lucide-react";
import { Fragment } from "react";
import { t } from "@/lib/base/languages/texts";
import { Button } from "./button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "./dropdown-menu";

type Item = {
  label: string;
  icon: LucideIcon;
  onSelect: () => void;
  destructive?: boolean;
  disabled?: boolean;
};

type RowMenuProps = {
  /** The name of the row's item. */
  of: string;
  /** Groups of actions, separated by lines. */
  groups: readonly (readonly Item[])[];
  /** For a place next to buttons instead of in a row. */
  large?: boolean;
};

/** The actions of an item, behind a button with three dots. */
export function RowMenu({ of, groups, large }: RowMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant={large ? "secondary" : "ghost"}
          size={large ? "icon" : "icon-sm"}
          aria-label={t("More about {of}", { of })}
        >
          <MoreHorizontal />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {groups.map((items, index) => (
          <Fragment key={items[0]?.label}>
            {index > 0 ? <DropdownMenuSeparator /> : null}
            {items.map(({ label, icon: Icon, ...item }) => (
              <DropdownMenuItem key={label} {...item}>
                <Icon />
                {label}
              </DropdownMenuItem>
            ))}
          </Fragment>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
