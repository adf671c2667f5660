import type { Case } from "@/lib/attribution/decisions/gather";
import type { AttributionVerdict } from "@/lib/attribution/touches/touches";

/** Installs whose users allow no advertising ids, and which a click led to: it may hold one. */
export const withRefusedIds = (cases: Case[], verdicts: AttributionVerdict[]) =>
  cases.flatMap(({ install, evidence }, i) =>
    !evidence.allowsIds && verdicts[i]?.winner?.clickId ? [install] : [],
  );
