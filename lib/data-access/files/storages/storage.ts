import { RunProblem } from "@/lib/platform/jobs/due-rows";

/** What the storage of files can do. A file appears under its name only when it is whole. */
export type FileSource = { path: string; bytes: number } | { text: string };

/** Called after each part of an upload, so that a long one keeps the claim of its run. An error ends the upload. */
export type UploadProgress = () => Promise<void>;

export type Storage = {
  put(name: string, source: FileSource, type: string, progress?: UploadProgress): Promise<void>;
  /** No error if there is no such file. */
  remove(name: string): Promise<void>;
};

/** A problem of the storage, in words for the run log. */
export class StorageProblem extends RunProblem {
  /** The storage permits no such call, so that a retry has no use. */
  readonly isRefused: boolean;

  constructor(message: string, isRefused = false) {
    super(message);
    this.isRefused = isRefused;
  }
}
