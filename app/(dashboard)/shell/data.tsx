"use client";

import {
  QueryClient,
  QueryClientProvider,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { type ReactNode, useCallback, useState } from "react";
import { toast } from "sonner";
import { ApiError, type ApiRequest, get, type PathOf, type ResponseOf } from "./api";
import { signInAgain } from "./signed-out";

const isRefused = (error: Error | null) =>
  error instanceof ApiError && error.status !== 0 && error.status < 500;

/** Rejected requests are not retried; other failures are retried once or twice. */
const again = (failures: number, error: Error) => failures < 2 && !isRefused(error);

export function DataProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { retry: again, staleTime: 3_000 }, mutations: { retry: false } },
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
  /** For pages that do not require a sign-in. */
  guest?: boolean;
};

/** Fetches the response to a request; null waits. */
export function useGet<P extends PathOf<"GET">>(
  question: ApiRequest<P> | null,
  { keepPrevious, guest, refetchInterval, ...options }: GetOptions = {},
) {
  const read = (request: ApiRequest<P>, signal: AbortSignal) =>
    get(request, signal).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401 && !guest) signInAgain();
      throw error;
    });
  return useQuery<ResponseOf<P>>({
    queryKey: [question],
    queryFn: question === null ? skipToken : ({ signal }) => read(question, signal),
    ...(refetchInterval === undefined
      ? {}
      : { refetchInterval: ({ state }) => (isRefused(state.error) ? false : refetchInterval) }),
    ...(keepPrevious ? { placeholderData: (last: ResponseOf<P> | undefined) => last as never } : {}),
    ...options,
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
