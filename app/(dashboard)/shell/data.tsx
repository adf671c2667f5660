"use client";

import {
  QueryClient,
  QueryClientProvider,
  skipToken,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { type ReactNode, useCallback, useState } from "react";
import { toast } from "sonner";
import { ApiError, type ApiRequest, get, type PathOf, type ResponseOf } from "./api";

const isRefused = (error: Error | null) =>
  error instanceof ApiError && error.status !== 0 && error.status < 500;

/** Rejected requests are not retried; other failures are retried once or twice. */
const again = (failures: number, error: Error) => failures < 2 && !isRefused(error);

export function DataProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { retry: again, staleTime: 3_000 },
          // Without a connection, an action fails at once. Repeated later, it could surprise the member.
          mutations: { retry: false, networkMode: "always" },
        },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

type GetOptions = {
  /** Polling stops after a rejected request. */
  refetchInterval?: number;
  staleTime?: number;
  /** The previous response remains until the next one arrives. */
  keepPrevious?: boolean;
  /** Fetched each time the tab is shown, however fresh the response is. */
  recheck?: boolean;
};

/** Fetches the response to a request; null waits. */
export function useGet<P extends PathOf<"GET">>(
  question: ApiRequest<P> | null,
  { keepPrevious, recheck, refetchInterval, ...options }: GetOptions = {},
) {
  return useQuery<ResponseOf<P>>({
    queryKey: [question],
    queryFn: question === null ? skipToken : ({ signal }) => get(question, signal),
    ...(refetchInterval === undefined
      ? {}
      : { refetchInterval: ({ state }) => (isRefused(state.error) ? false : refetchInterval) }),
    ...(recheck ? { refetchOnWindowFocus: "always" as const } : {}),
    ...(keepPrevious ? { placeholderData: (last: ResponseOf<P> | undefined) => last as never } : {}),
    ...options,
  });
}

/** Fetches the responses to several requests of one path. */
export function useGets<P extends PathOf<"GET">>(questions: readonly ApiRequest<P>[]) {
  return useQueries({
    queries: questions.map((question) => ({
      queryKey: [question],
      queryFn: ({ signal }: { signal: AbortSignal }) => get(question, signal),
    })),
  });
}

/** Reloads all data whose path starts with the given one. */
export function useRefresh() {
  const client = useQueryClient();
  return useCallback(
    (...prefixes: string[]) =>
      client.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === "string" && prefixes.some((prefix) => path.startsWith(prefix)),
      }),
    [client],
  );
}

/** An action started by a button. Shows an error if it fails, and `done` if it succeeds. */
export function useAction<Input = void, Output = unknown>(
  work: (input: Input) => Promise<Output>,
  { done }: { done?: string | ((output: Output, input: Input) => string) } = {},
) {
  return useMutation<Output, Error, Input>({
    mutationFn: work,
    onSuccess: (output, input) => {
      if (done) toast.success(typeof done === "string" ? done : done(output, input));
    },
    onError: (error) => toast.error(error.message),
  });
}
