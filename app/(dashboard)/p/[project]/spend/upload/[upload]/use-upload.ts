import { useState } from "react";
import { toast } from "sonner";
import { at, call } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { useProject } from "@/app/(dashboard)/session";
import type { UploadSettings } from "@/lib/facts/spend/upload/schema";

/** An uploaded file, its settings as they were last chosen, and what they lead to. */
export function useUpload(id: string) {
  const path = at("/projects/:project/spend/uploads/:id", { project: useProject().id, id });
  const { data, error, refetch } = useGet(path, { staleTime: 0 });
  const refresh = useRefresh();
  const [chosen, setChosen] = useState<UploadSettings | null>(null);
  const upload = data?.upload;
  const settings = chosen ?? upload?.preview?.settings;

  /** The settings stand at once; what they lead to follows. */
  async function change(patch: Partial<UploadSettings>) {
    if (!settings) return;
    const next = { ...settings, ...patch };
    setChosen(next);
    try {
      await call("PUT", path, next);
      await refresh(path);
    } catch (cause) {
      toast.error(cause instanceof Error ? cause.message : "That did not work.");
    } finally {
      // Only if nothing was chosen meanwhile.
      setChosen((now) => (now === next ? null : now));
    }
  }

  return { path, upload, settings, change, busy: chosen !== null, error, refetch };
}
