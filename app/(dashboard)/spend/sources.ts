import { FileText, Globe, KeyRound, type LucideIcon, Pencil } from "lucide-react";

/** Labels for the kinds of import. */
export const sourceLabels: Record<string, { label: string; icon: LucideIcon }> = {
  FILE: { label: "File", icon: FileText },
  DEMO: { label: "File", icon: FileText },
  HAND: { label: "Manual", icon: Pencil },
  KEY: { label: "Server key", icon: KeyRound },
  ACCOUNT: { label: "Ad account", icon: Globe },
};
