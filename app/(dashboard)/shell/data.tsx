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

/** What the server refused stays refused; what it could not do is asked once or twice more. */
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
  /** What the server refused is not asked for again. */
  refetchInterval?: number;
  staleTime?: number;
  /** The last answer stays until the next one is here. */
  keep?: boolean;
  /** A page for people who need not be signed in. */
  guest?: boolean;
};

/** Reads what a question answers; null waits. */
export function useGet<P extends PathOf<"GET">>(
  question: ApiRequest<P> | null,
  { keep, guest, refetchInterval, ...options }: GetOptions = {},
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
    ...(keep ? { placeholderData: (last: ResponseOf<P> | undefined) => last as never } : {}),
    ...options,
  });
}

/** Asks again for everything whose path begins so. */
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

/** Work started by one press: says so when it fails, and what succeeded when `done` is given. */
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
