/**
 * The datasets that analysts read, as rows of the raw API and as SQL views. A column is stable once it is released: its
 * name, type and meaning do not change.
 */
import { attributionDatasets } from "@/lib/data-access/datasets/attribution-datasets";
import { costDatasets } from "@/lib/data-access/datasets/cost-datasets";
import type { Dataset } from "@/lib/data-access/datasets/dataset";
import { reportDatasets } from "@/lib/data-access/datasets/report-datasets";
import { userDatasets } from "@/lib/data-access/datasets/user-datasets";

export const datasets = {
  ...attributionDatasets,
  ...userDatasets,
  ...costDatasets,
  ...reportDatasets,
} satisfies Record<string, Dataset>;

export type DatasetName = keyof typeof datasets;
export const datasetNames = Object.keys(datasets) as DatasetName[];
export const datasetOf = (name: DatasetName): Dataset => datasets[name];
