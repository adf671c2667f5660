import { expect, test } from "vitest";
import { batchSteps } from "@/lib/gateway/batch-order";

const call = (text: string) => {
  const [path = "", install = "", id = ""] = text.split(" ");
  return { path, install: install || null, id: id || null };
};

test.each<[string, string[], number[][]]>([
  ["nothing", [], []],
  ["facts that follow each other", ["capture-event a", "capture-payment a", "capture-event b"], [[0, 1, 2]]],
  ["an install before its facts", ["init a", "trigger a", "capture-event a"], [[0], [1], [2]]],
  ["what comes after facts", ["capture-payment a", "remove-captured-payment a"], [[0], [1]]],
  ["installs of several devices", ["init a", "init b", "init a"], [[0, 1], [2]]],
  ["calls that name no install", ["trigger", "trigger"], [[0], [1]]],
  ["the same fact twice", ["capture-payment a p", "capture-payment a p"], [[0], [1]]],
  ["an event and a payment of one id", ["capture-event a x", "capture-payment a x"], [[0, 1]]],
])("%s", (_, calls, steps) => {
  expect(batchSteps(calls.map(call))).toEqual(steps);
});
