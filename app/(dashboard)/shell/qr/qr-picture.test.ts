import { expect, test } from "vitest";
import { printSizeText, withLogo } from "./qr-picture";

test("the logo and its plate are centred, on the code's background", () => {
  const svg = '<svg viewBox="0 0 40 40"><path/></svg>';
  expect(withLogo(svg, "data:image/png;base64,AA", "#fff8e1")).toBe(
    '<svg viewBox="0 0 40 40"><path/>' +
      '<rect x="15" y="15" width="10" height="10" rx="0.8" fill="#fff8e1"/>' +
      '<image x="16" y="16" width="8" height="8" href="data:image/png;base64,AA"/></svg>',
  );
  expect(() => withLogo("<svg></svg>", "data:", "#ffffff")).toThrow("has no size");
});

test("the recommended print size is 300 dots per inch, and the reading distance is ten times the width", () => {
  expect(printSizeText(1024)).toBe("Sharp in print up to 8.7 cm wide, which scans from about 0.9 m away.");
});
