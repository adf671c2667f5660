import { FileText, Globe, KeyRound, type LucideIcon, Pencil } from "lucide-react";
import { t } from "@/lib/base/languages/texts";

/** Labels for the kinds of import. */
export const sourceLabels: Record<string, { label: string; icon: LucideIcon }> = {
  FILE: { label: t("File"), icon: FileText },
  DEMO: { label: t("File"), icon: FileText },
  HAND: { label: t("Manual"), icon: Pencil },
  KEY: { label: t("Server key"), icon: KeyRound },
  ACCOUNT: { label: t("Ad account"), icon: Globe },
};
