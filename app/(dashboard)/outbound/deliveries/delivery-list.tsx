import { Send } from "lucide-react";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import {
  type DeliveryState,
  deliveryStateLabels,
  factNames,
  type NetworkAnswerState,
  networkAnswerStates,
} from "@/app/(dashboard)/shell/facts/delivery-labels";
import { IdCell, noValueDash, TextCell, UserCell } from "@/app/(dashboard)/shell/facts/fact-cells";
import {
  choiceFilter,
  daysFilter,
  fixedChoiceFilter,
  searchFilter,
  textFilter,
} from "@/app/(dashboard)/shell/list/list-filters";
import { listScreen } from "@/app/(dashboard)/shell/list/list-screen";
import { useProject } from "@/app/(dashboard)/shell/session";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { Badge } from "@/components/ui/badge";
import { t } from "@/lib/base/languages/texts";
import { deliveryReasonText } from "@/lib/outbound/deliveries/reason-text";
import { type FactKind, factKinds } from "@/lib/outbound/mapping/fact";
import { type SkipReason, skipReasons } from "@/lib/outbound/mapping/gates";

function useDestinations() {
  const address = at("/projects/:project/destinations", { project: useProject().id });
  const { data } = useGet(address, { staleTime: 60_000 });
  return (data?.destinations ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
}

/** All deliveries with their results. */
export const deliveryList = listScreen({
  path: "/projects/:project/deliveries",
  rows: "deliveries",
  one: t("delivery"),
  many: t("deliveries"),
  title: t("Deliveries"),
  description: t("Sent and unsent deliveries to your destinations, with the reasons."),
  at: "created_at",
  totals: true,
  columns: [
    {
      id: "fact",
      header: t("Conversion"),
      fixed: true,
      cell: ({ fact, sent_as }) => (
        <span className="grid max-w-56 leading-snug max-sm:max-w-36">
          <span className="truncate font-medium">{factNames[fact]}</span>
          {sent_as === null ? null : (
            <span className="truncate font-mono text-muted text-xs" title={sent_as}>
              {sent_as}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "state",
      header: t("State"),
      cell: ({ state }) => (
        <Badge tone={deliveryStateLabels[state].tone} dot={state === "waiting" || state === "queued"}>
          {deliveryStateLabels[state].label}
        </Badge>
      ),
    },
    {
      id: "destination",
      header: t("Destination"),
      cell: ({ destination, destination_id: id }, { base }) => (
        <IntentLink
          href={`${base}/destinations/${id}`}
          onClick={(event) => event.stopPropagation()}
          className="block max-w-44 truncate rounded-sm hover:underline"
        >
          {destination}
        </IntentLink>
      ),
    },
    {
      id: "reason",
      header: t("Why"),
      wide: true,
      cell: ({ state, reason }) => {
        const reasonText = deliveryReasonText(state, reason);
        return reasonText === null ? (
          noValueDash
        ) : (
          <span className="block max-w-72 truncate text-muted" title={reasonText}>
            {reasonText}
          </span>
        );
      },
    },
    {
      id: "answer",
      header: t("Network's check"),
      hidden: true,
      cell: ({ network_answer: answer }) =>
        answer === null ? (
          noValueDash
        ) : (
          <Badge tone={networkAnswerStates[answer].tone}>{networkAnswerStates[answer].label}</Badge>
        ),
    },
    {
      id: "tries",
      header: t("Tries"),
      align: "end",
      wide: true,
      cell: ({ tries }) => (tries === 0 ? noValueDash : numberText(tries)),
    },
    {
      id: "user",
      header: t("User"),
      wide: true,
      cell: ({ user_id: user }) => (user === null ? noValueDash : <UserCell user={user} />),
    },
    {
      id: "install",
      header: t("Install"),
      hidden: true,
      cell: ({ install_id: install }, { base }) =>
        install === null ? (
          noValueDash
        ) : (
          <IntentLink
            href={`${base}/installs/${install}`}
            onClick={(event) => event.stopPropagation()}
            className="rounded-sm hover:underline"
          >
            <IdCell id={install} />
          </IntentLink>
        ),
    },
    { id: "uid", header: t("Event UID"), hidden: true, cell: (row) => <TextCell text={row.event_uid} /> },
    { id: "id", header: t("Delivery ID"), hidden: true, cell: ({ id }) => <IdCell id={id} /> },
  ],
  filters: {
    user: searchFilter(t("User ID")),
    destination: choiceFilter<never>(t("Destination"), useDestinations),
    state: fixedChoiceFilter(
      t("State"),
      (Object.keys(deliveryStateLabels) as DeliveryState[]).map((value) => ({
        value,
        label: deliveryStateLabels[value].label,
      })),
    ),
    fact: fixedChoiceFilter(
      t("Conversion"),
      factKinds.map((value: FactKind) => ({ value, label: factNames[value] })),
    ),
    reason: fixedChoiceFilter(
      t("Why not sent"),
      (Object.keys(skipReasons) as SkipReason[]).map((value: string) => ({
        value,
        label: skipReasons[value as SkipReason],
      })),
    ),
    answer: fixedChoiceFilter(
      t("Network's check"),
      (Object.keys(networkAnswerStates) as NetworkAnswerState[]).map((value) => ({
        value,
        label: networkAnswerStates[value].label,
      })),
    ),
    moved: fixedChoiceFilter(t("Attribution"), [{ value: "yes", label: t("Sent, then moved") }]),
    days: daysFilter(),
    install: textFilter(t("Install"), { placeholder: t("Instance ID") }),
    uid: textFilter(t("Event UID"), { placeholder: "install:0190…" }),
  },
  found: t("IDs must match exactly."),
  opens: ({ id }, { base }) => `${base}/deliveries/${id}`,
  empty: {
    icon: Send,
    text: t("They appear with the next install, event or payment that a destination has a rule for."),
  },
});
