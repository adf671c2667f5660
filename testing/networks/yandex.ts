/** Checks an uploaded file of conversions like Yandex Metrica: all or nothing. */
import type { FakeRequest, FakeResponse } from "@/testing/networks/fake";

const no = (status: number, error_type: string, message: string): FakeResponse => ({
  status,
  body: { errors: [{ error_type, message }], code: status, message },
});

const columns = "Yclid,Target,DateTime,Price,Currency";

export const yandexNetwork =
  ({ token, counter, now }: { token: string; counter: string; now: Date }) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    if (headers.authorization !== `OAuth ${token}`) return no(401, "invalid_token", "Invalid oauth_token");
    const [, requested] =
      /^\/management\/v1\/counter\/(\d+)\/offline_conversions\/upload$/.exec(url.pathname) ?? [];
    if (method !== "POST" || requested === undefined) return no(404, "not_found", "Not found");
    if (requested !== counter) return no(403, "access_denied", "Access is denied");
    const [, boundary = ""] =
      /^multipart\/form-data; boundary=(\S+)$/.exec(headers["content-type"] ?? "") ?? [];
    const [, part = ""] = boundary === "" ? [] : body.split(`--${boundary}\r\n`);
    const [head = "", file = ""] = part.split("\r\n\r\n");
    if (!/name="file"; filename=/.test(head)) return no(400, "invalid_parameter", "The file is missing");
    const [names, ...lines] = file.replace(`\r\n--${boundary}--\r\n`, "").split("\n");
    if (names !== columns) return no(400, "invalid_uploading", "The columns are unknown");
    if (lines.length > 1_000) return no(400, "invalid_uploading", "The file is too large");
    const wrong = lines.map((line) => complaint(line, now)).find((found) => found !== null);
    return wrong
      ? no(400, "invalid_uploading", wrong)
      : { status: 200, body: { uploading: { id: 12, source_quantity: lines.length, status: "UPLOADED" } } };
  };

function complaint(line: string, now: Date): string | null {
  const cells = line.split(/,(?=")/).map((cell) => cell.slice(1, -1));
  if (cells.length !== 5) return "A line has five columns";
  const [yclid = "", target, at, price, currency = ""] = cells;
  if (!/^\d{10,24}$/.test(yclid)) return "Yclid is invalid";
  if (!target) return "Target is missing";
  if (!/^\d{10}$/.test(at ?? "")) return "DateTime is no Unix time";
  if (Number(at) > now.getTime() / 1_000) return "DateTime is in the future";
  if (price && !/^\d+(\.\d+)?$/.test(price)) return "Price is no number";
  return price && !/^[A-Z]{3}$/.test(currency) ? "Currency is missing" : null;
}
