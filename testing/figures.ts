/** The parsed text of /api/metrics. */
export type ScrapedMetrics = {
  helps: Map<string, string>;
  names: Set<string>;
  value(name: string, labels?: Record<string, string>): number | null;
  /** The values of a metric with one label, keyed by the label's value. */
  all(name: string): Record<string, number>;
};

export function parseScrape(text: string): ScrapedMetrics {
  const helps = new Map<string, string>();
  const samples: { name: string; labels: Record<string, string>; value: number }[] = [];
  for (const line of text.split("\n")) {
    const help = /^# HELP (\S+) (.*)$/.exec(line);
    if (help) helps.set(help[1]!, help[2]!);
    const sample = /^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/i.exec(line);
    if (!sample) continue;
    const labels = [...(sample[2] ?? "").matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    samples.push({ name: sample[1]!, labels: Object.fromEntries(labels), value: Number(sample[3]) });
  }
  const named = (labels: string) => samples.filter(({ name }) => name === labels);
  return {
    helps,
    names: new Set(samples.map(({ name }) => name)),
    value: (name, expected = {}) =>
      named(name).find(({ labels }) =>
        Object.entries(expected).every(([key, value]) => labels[key] === value),
      )?.value ?? null,
    all: (name) =>
      Object.fromEntries(named(name).map(({ labels, value }) => [Object.values(labels)[0] ?? "", value])),
  };
}
