import { useProject } from "@/app/(dashboard)/shell/session";
import { exactTime } from "@/components/format";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { InstallPage } from "@/lib/activity/lists/installs/schema";
import { t } from "@/lib/base/languages/texts";

type Consent = InstallPage["consent"];
type State = Consent["states"][number];

const allowedNames: Record<keyof Consent["allowed"], string> = {
  ad_user_data: t("Ad data use"),
  ad_personalization: t("Personalized ads"),
  advertising_id: t("Advertising ID"),
};

const attNames: Record<NonNullable<State["att_status"]>, string> = {
  AUTHORIZED: t("allowed"),
  DENIED: t("refused"),
  RESTRICTED: t("restricted"),
  NOT_DETERMINED: t("not asked"),
};

const sourceNames: Record<State["source"], string> = { app: t("from the app"), api: t("from your server") };

/** The permitted uses of the install's data, and the sources of the consent. */
export function ConsentCard({ consent: { allowed, states } }: { consent: Consent }) {
  const { time_zone: timeZone } = useProject();
  return (
    <Card>
      <CardHeader
        title={t("Consent")}
        description={
          states.length === 0
            ? t("No answer yet: your default for users without an answer applies.")
            : undefined
        }
      />
      <CardBody className="grid gap-4">
        <ul className="grid gap-2 text-sm">
          {(Object.keys(allowedNames) as (keyof Consent["allowed"])[]).map((name) => (
            <li key={name} className="flex items-center justify-between gap-3">
              {allowedNames[name]}
              <Badge tone={allowed[name] ? "success" : "outline"}>
                {allowed[name] ? t("Allowed") : t("Not allowed")}
              </Badge>
            </li>
          ))}
        </ul>
        {states.length > 0 && !allowed.advertising_id ? (
          <p className="text-muted text-sm">
            {t("Its advertising IDs aren’t stored. Earlier ones were removed, also from its clicks.")}
          </p>
        ) : null}
        {states.length > 0 ? (
          <ol aria-label={t("Answers")} className="grid gap-3 border-t pt-4">
            {states.map((state) => (
              <li key={state.reported_at} className="grid gap-0.5 text-sm">
                <span>{stateLabel(state)}</span>
                <ConsentStrings state={state} />
                <time dateTime={state.reported_at} className="num text-muted text-xs">
                  {exactTime(new Date(state.reported_at), timeZone)}, {sourceNames[state.source]}
                </time>
              </li>
            ))}
          </ol>
        ) : null}
      </CardBody>
    </Card>
  );
}

const stringNames = { tc_string: "TC string", gpp_string: "GPP string" } as const;

/** The strings from which the answers were read. */
function ConsentStrings({ state }: { state: State }) {
  const names = (["tc_string", "gpp_string"] as const).filter((name) => state[name] !== null);
  return names.map((name) => (
    <details key={name} className="text-muted text-xs">
      <summary className="cursor-pointer">{stringNames[name]}</summary>
      <code className="break-all">{state[name]}</code>
    </details>
  ));
}

function stateLabel(state: State): string {
  const answer = (name: string, value: boolean | null) =>
    value === null ? [] : [value ? t("{name} allowed", { name }) : t("{name} refused", { name })];
  const parts = [
    ...(state.eea === null ? [] : [state.eea ? t("In the EEA") : t("Outside the EEA")]),
    ...answer(t("ad data use"), state.ad_user_data),
    ...answer(t("personalized ads"), state.ad_personalization),
    ...answer(t("ad storage"), state.ad_storage),
    ...(state.att_status === null
      ? []
      : [t("tracking (ATT) {status}", { status: attNames[state.att_status] })]),
    ...(state.limit_ad_tracking === null
      ? []
      : [state.limit_ad_tracking ? t("ad tracking limited") : t("ad tracking not limited")]),
    ...(state.us_opt_out === null
      ? []
      : [state.us_opt_out ? t("opted out of sale and sharing (US)") : t("not opted out (US)")]),
    ...(state.is_child === null ? [] : [state.is_child ? t("a child") : t("not a child")]),
  ];
  const text = parts.join(", ");
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
