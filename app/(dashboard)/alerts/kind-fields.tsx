import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import type { ComboboxOption } from "@/components/fields/combobox";
import { ComboboxField, NumberField, SelectField } from "@/components/fields/fields";
import {
  type AlertFigure,
  labelOfFigure,
  unitOfFigure,
  volumeMetric,
} from "@/lib/alerts/conditions/ratio-parts";
import { allowsMinimum } from "@/lib/alerts/fetch/figures";
import { type AlertKind, quietSources } from "@/lib/alerts/rules/schema";
import { inSentence, t } from "@/lib/base/languages/texts";
import { alertMetrics } from "@/lib/reporting/metrics/metrics";
import { cohortColumnsOf, eventColumnId, reportColumn } from "@/lib/reporting/table/columns";
import type { FieldsProps } from "./alert-form";
import { ScopeFields } from "./scope-fields";

/** The fields of each kind. */
export function AlertKindFields({ form, kind }: FieldsProps & { kind: AlertKind }) {
  switch (kind) {
    case "change":
      return <ChangeFields form={form} />;
    case "limit":
      return <LimitFields form={form} />;
    case "fraud":
      return (
        <>
          <ScopeFields form={form} />
          <Two>
            <DaysField form={form} />
            <NumberField form={form} name="limit" label={t("More than")} step="any" min={0} after="%" />
          </Two>
          <MinimumField form={form} kind="fraud" />
        </>
      );
    case "budget":
      return (
        <Two>
          <NumberField
            form={form}
            name="off"
            label={t("By at least")}
            step="any"
            min={1}
            after="%"
            hint={t("Of the spend expected of the period's complete days. Each budget is watched by itself.")}
          />
          <SelectField
            form={form}
            name="side"
            label={t("When it is")}
            options={[
              { value: "over", label: t("Over its pace") },
              { value: "under", label: t("Under its pace") },
              { value: "both", label: t("Over or under") },
            ]}
          />
        </Two>
      );
    case "quiet":
      return (
        <Two>
          <SelectField
            form={form}
            name="what"
            label={t("Missing data")}
            options={quietSources.map((value) => ({ value, label: quietNames[value] }))}
          />
          <NumberField
            form={form}
            name="factor"
            label={t("For")}
            step="any"
            min={2}
            after={t("times the usual gap")}
            hint={t("And longer than on nine of ten days, so quiet nights don't fire.")}
          />
        </Two>
      );
    case "delivery":
      return (
        <Two>
          <NumberField
            form={form}
            name="failed"
            label={t("Failed in 24 hours")}
            min={1}
            after={t("deliveries")}
          />
          <NumberField form={form} name="waiting_hours" label={t("Behind by")} min={1} after={t("hours")} />
        </Two>
      );
    case "macros":
      return (
        <NumberField form={form} name="clicks" label={t("From")} min={1} after={t("clicks in 24 hours")} />
      );
    default:
      return <p className="text-muted text-sm">{plainTexts[kind]}</p>;
  }
}

const quietNames = { click: t("Clicks"), install: t("Installs"), event: t("Events"), payment: t("Payments") };

const plainTexts = {
  spend_sync: t("Every hour, each connected ad account whose spend is synced."),
  push: t("Every hour, each connected push service."),
  domain: t(
    "Once a day, for each link domain: DNS, a certificate that expires within 10 days, and the files that let links open your apps.",
  ),
};

const Two = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">{children}</div>
);

const parts = ["count", "amount", "cost"] as const;
const plainOptions: ComboboxOption[] = [
  ...alertMetrics.map((value) => ({ value, label: labelOfFigure(value) })),
  ...cohortColumnsOf(null).map(({ id, label }) => ({ value: id, label, hint: t("Cohorts") })),
];

/** The report's metrics, and columns of cohorts and events. */
function FigureField({ form }: FieldsProps) {
  const address = at("/projects/:project/events/names", { project: useProject().id });
  const { data } = useGet(address, { staleTime: 60_000 });
  const options = [
    ...plainOptions,
    ...(data?.names ?? []).flatMap((name) => [
      ...parts
        .flatMap((part) => reportColumn(eventColumnId("event", name, part)) ?? [])
        .map(({ id, label }) => ({ value: id, label, hint: t("Event") })),
      ...cohortColumnsOf(name).map(({ id, label }) => ({ value: id, label, hint: t("Cohorts") })),
    ]),
  ];
  return <ComboboxField form={form} name="metric" label={t("Figure")} options={options} />;
}

function ChangeFields({ form }: FieldsProps) {
  return (
    <>
      <FigureField form={form} />
      <ScopeFields form={form} />
      <Two>
        <SelectField
          form={form}
          name="direction"
          label={t("When it")}
          options={[
            { value: "both", label: t("Drops or rises") },
            { value: "drop", label: t("Drops") },
            { value: "rise", label: t("Rises") },
          ]}
        />
        <NumberField
          form={form}
          name="sensitivity"
          label={t("By more than")}
          step="any"
          min={1}
          max={10}
          after={t("times the usual spread")}
          hint={t("Against the same weekdays of six weeks. Fewer times fire more often.")}
        />
      </Two>
      <MinimumField form={form} kind="change" />
    </>
  );
}

function LimitFields({ form }: FieldsProps) {
  const { currency } = useProject();
  const metric = useWatch({ control: form.control, name: "metric" }) as AlertFigure;
  const unit = unitOfFigure(metric);
  return (
    <>
      <FigureField form={form} />
      <ScopeFields form={form} />
      <DaysField form={form} />
      <Two>
        <SelectField
          form={form}
          name="side"
          label={t("When it is")}
          options={[
            { value: "above", label: t("Above") },
            { value: "below", label: t("Below") },
          ]}
        />
        <NumberField
          form={form}
          name="limit"
          label={t("Limit")}
          step="any"
          min={0}
          {...(unit === "money" ? { after: currency } : unit === "percent" ? { after: "%" } : {})}
        />
      </Two>
      {allowsMinimum({ kind: "limit" }, metric) ? <MinimumField form={form} kind="limit" /> : null}
    </>
  );
}

const DaysField = ({ form }: FieldsProps) => (
  <SelectField
    form={form}
    name="days"
    label={t("Over")}
    options={[
      { value: 1, label: t("Each day"), hint: t("Once the day is over") },
      { value: 7, label: t("The last 7 days") },
      { value: 30, label: t("The last 30 days") },
      { value: 0, label: t("Today so far"), hint: t("Every hour") },
    ]}
  />
);

/** Shares and costs of small counts vary too much for an alert. */
function MinimumField({ form, kind }: FieldsProps & { kind: "change" | "limit" | "fraud" }) {
  const { currency } = useProject();
  const metric = useWatch({ control: form.control, name: "metric" }) as AlertFigure;
  const figure = kind === "fraud" ? "suspicious_share" : metric;
  const { label, unit } = volumeMetric(figure);
  return (
    <NumberField
      form={form}
      name="least"
      label={t("Only with at least")}
      step="any"
      min={0}
      after={
        unit === "money"
          ? t("{currency} of {label}", { currency, label: inSentence(label) })
          : inSentence(label)
      }
      hint={t("Fewer are too few for an alert.")}
    />
  );
}
