import type { InstallCase } from "@/lib/attribution/decisions/gather";
import type { AttributionVerdict } from "@/lib/attribution/touches/touches";

/** Installs whose users do not allow advertising IDs, and which a click led to: the click may contain one. */
export const clicksWithRefusedIds = (cases: InstallCase[], verdicts: AttributionVerdict[]) =>
  cases.flatMap(({ install, evidence }, i) =>
    !evidence.allowsIds && verdicts[i]?.winner?.clickId ? [install] : [],
  );
