import { expect, test } from "vitest";
import { completeUrl } from "./complete-url";

test.each([
  ["fitloop.example", "https://fitloop.example"],
  [" fitloop.example/start?x=1 ", "https://fitloop.example/start?x=1"],
  ["bücher.example:8443", "https://bücher.example:8443"],
  ["http://fitloop.example", "http://fitloop.example"],
  ["https://fitloop.example", "https://fitloop.example"],
  ["fitloop://open", "fitloop://open"],
  ["mailto:a@fitloop.example", "mailto:a@fitloop.example"],
  ["localhost:3000", "localhost:3000"],
  ["1.5", "1.5"],
  ["not a host", "not a host"],
  ["", ""],
])("%j is completed to %j", (text, url) => {
  expect(completeUrl(text)).toBe(url);
});
