import { beforeEach, describe, expect, test, vi } from "vitest";
import { repeatUntilDone } from "./request-state";

beforeEach(() => {
  vi.useFakeTimers();
});

describe("a request that is repeated", () => {
  test("ends with its first success", async () => {
    const request = vi.fn().mockRejectedValueOnce(new Error("unreachable")).mockResolvedValue(null);
    repeatUntilDone(request, 1_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(request).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is not repeated after it was ended, also if it was in progress", async () => {
    const request = vi.fn(
      (signal: AbortSignal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    );
    const end = repeatUntilDone(request, 1_000);
    await vi.advanceTimersByTimeAsync(1_500);
    end();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(request).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
