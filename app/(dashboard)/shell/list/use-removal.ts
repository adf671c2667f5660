import { toast } from "sonner";
import { type ApiRequest, mutate, type PathOf } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { confirm } from "@/components/dialogs/confirm";

type Removal = {
  title: string;
  description: string;
  /** The label of the button. */
  action: string;
  /** Shown afterwards. */
  done: string;
  destructive?: boolean;
};

/** Removes a row after a confirmation, then reloads the paths that show it. */
export function useRemoval(...shown: string[]) {
  const refresh = useRefresh();
  return (row: ApiRequest<PathOf<"DELETE">>, { done, ...question }: Removal) =>
    confirm({
      destructive: true,
      ...question,
      onConfirm: async () => {
        await mutate("DELETE", row);
        await refresh(...shown);
        toast.success(done);
      },
    });
}
