"use client";

import { useState } from "react";
import { Select } from "@/components/fields/select";
import { t } from "@/lib/base/languages/texts";
import { cohortAges } from "@/lib/reporting/metrics/cohort-ages";
import { type CohortFigure, cohortFigureId, cohortFigures } from "@/lib/reporting/metrics/cohort-columns";
import { type CohortMetricName, cohortMetrics } from "@/lib/reporting/metrics/cohort-metrics";

type CohortColumnsProps = {
  events: readonly string[];
  search: string;
  ids: readonly string[];
  onToggle: (id: string) => void;
};

/** Columns of cohorts: a line for each metric, with a button for each age. */
export function CohortColumns({ events, search, ids, onToggle }: CohortColumnsProps) {
  const [chosen, setChosen] = useState<string>();
  const event = events.find((name) => name === chosen) ?? events[0];
  const matching = (figures: CohortFigure[]) =>
    figures.filter(({ metric }) => cohortMetrics[metric].label.toLowerCase().includes(search.toLowerCase()));
  const plain = matching(cohortFigures(null));
  const ofEvent = event === undefined ? [] : matching(cohortFigures(event));
  if (plain.length + ofEvent.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t("Cohorts by age")}</legend>
      <p className="text-muted text-xs">
        {t("Figures of installs up to an age in whole days. Installs that aren't old enough are left out.")}
      </p>
      <Lines figures={plain} ids={ids} onToggle={onToggle} />
      {event !== undefined && ofEvent.length > 0 ? (
        <>
          <Select
            size="sm"
            aria-label={t("Event of cohorts")}
            value={event}
            options={events.map((name) => ({ value: name, label: name }))}
            onValueChange={setChosen}
          />
          <Lines figures={ofEvent} ids={ids} onToggle={onToggle} />
        </>
      ) : null}
    </fieldset>
  );
}

function Lines({
  figures,
  ids,
  onToggle,
}: {
  figures: readonly CohortFigure[];
  ids: readonly string[];
  onToggle: (id: string) => void;
}) {
  const byMetric = Map.groupBy(figures, ({ metric }) => metric);
  return [...byMetric].map(([metric, at]) => (
    <Line key={metric} metric={metric} figures={at} ids={ids} onToggle={onToggle} />
  ));
}

function Line({
  metric,
  figures,
  ids,
  onToggle,
}: {
  metric: CohortMetricName;
  figures: readonly CohortFigure[];
  ids: readonly string[];
  onToggle: (id: string) => void;
}) {
  const { label, meaning } = cohortMetrics[metric];
  return (
    <div className="grid gap-1 py-1">
      <span className="text-sm">{label}</span>
      <span className="text-muted text-xs">{meaning}</span>
      <span className="flex flex-wrap gap-1">
        {figures.map((figure) => {
          const id = cohortFigureId(figure);
          const age = cohortAges.find(({ name }) => name === figure.at);
          const isChosen = ids.includes(id);
          return (
            <button
              key={id}
              type="button"
              aria-pressed={isChosen}
              aria-label={`${label} ${age?.label}`}
              disabled={isChosen && ids.length === 1}
              onClick={() => onToggle(id)}
              className="h-6 rounded-md border px-2 text-xs hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
            >
              {age?.label}
            </button>
          );
        })}
      </span>
    </div>
  );
}
