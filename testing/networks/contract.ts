/** Tests for every network: payloads match the golden files, the network accepts them, and it rejects wrong ones. */
import { describe, expect, test } from "vitest";
import type { FactKind } from "@/lib/outbound/mapping/fact";
import type { DeliveryVerdict, DestinationConfig, DestinationKind } from "@/lib/outbound/mapping/kind";
import { factNow, goldenText, renderAllFacts, sendableRenderings } from "@/testing/networks/facts";
import { aNetwork, type FakeNetwork, sendPayloads } from "@/testing/networks/fake";

type Payload = Record<string, unknown>;

export type Contract = {
  kind: DestinationKind;
  /** The name of each kind of fact in the rules. */
  sends: Partial<Record<FactKind, string>>;
  settings: unknown;
  secrets: unknown;
  token?: string;
  network: FakeNetwork;
  /** The path after the server's address. */
  path?: string;
  /** The network's own maximum, if Cairn sends fewer; null if it has none. */
  most?: number | null;
  /** Analytics services receive the customer's own user IDs in plain text. */
  hasUserId?: boolean;
  /** The result of an accepted batch of this size. */
  accepts(rows: number): DeliveryVerdict | DeliveryVerdict[];
  /** An error message, and the change to a payment's payload that causes it. */
  refuses: [why: string, change: (payload: Payload) => Payload][];
  /** The result of a batch with a wrong row after a right one. */
  ofBatch(why: string): unknown;
  /** Configurations with wrong credentials, which the service must reject. */
  strangers: [name: string, more: Partial<DestinationConfig<unknown, unknown>>][];
};

export function checkContract(contract: Contract) {
  const { kind, sends, settings, secrets, token = "" } = contract;
  const all = renderAllFacts(kind, sends, settings);
  const renderings = sendableRenderings(all);
  const payment = renderings.find(({ title }) => title === "ANDROID payment")?.made.payload ?? {};
  const connected = async () => {
    const { base, asked: requests } = await aNetwork(contract.network);
    return { to: { settings, secrets, token, base: `${base}${contract.path ?? ""}` }, asked: requests };
  };
  const alone = (found: DeliveryVerdict | DeliveryVerdict[]) => (Array.isArray(found) ? found[0] : found);

  test("payloads are as agreed", async () => {
    await expect(goldenText(all)).toMatchFileSnapshot(`golden/${kind.code}.txt`);
  });

  test("no personal data is in a payload in plain text", () => {
    for (const { made } of renderings)
      expect(JSON.stringify(made.payload)).not.toMatch(
        contract.hasUserId
          ? /alice|4441234|never sent|8c6cbc0d|38400000|203\.0\.113/i
          : /alice|4441234|User-1/i,
      );
  });

  test.each(renderings)(`${kind.label} accepts: $title`, async ({ made }) => {
    const { to } = await connected();
    expect(await sendPayloads(kind, [made.payload], to, factNow)).toEqual(contract.accepts(1));
  });

  if (kind.maxRows > 1)
    test(`${kind.label} accepts as many as go in one call, and refuses more than it takes`, async () => {
      const { to } = await connected();
      const full = Array<Payload>(kind.maxRows).fill(payment);
      expect(await sendPayloads(kind, full, to, factNow)).toEqual(contract.accepts(kind.maxRows));
      if (contract.most === null) return;
      const tooMany = Array<Payload>((contract.most ?? kind.maxRows) + 1).fill(payment);
      expect(alone(await sendPayloads(kind, tooMany, to, factNow))).toMatchObject({ is: "split" });
    });

  describe("refuses", () => {
    test.each(contract.refuses)("%s", async (why, change) => {
      const { to } = await connected();
      const wrong = change(structuredClone(payment));
      expect(alone(await sendPayloads(kind, [wrong], to, factNow))).toMatchObject({
        is: "dead",
        why: expect.stringContaining(why),
      });
      if (kind.maxRows > 1)
        expect(await sendPayloads(kind, [payment, wrong], to, factNow)).toMatchObject(
          contract.ofBatch(why) as object,
        );
    });

    test.each(contract.strangers)("%s, which pauses the destination", async (_, more) => {
      const { to } = await connected();
      expect(alone(await sendPayloads(kind, [payment], { ...to, ...more }, factNow))).toMatchObject({
        is: "pause",
      });
    });
  });
}

/** The payload with one part replaced. `at` is the part's path, and undefined removes it. */
export const replaceInPayload =
  (at: string, value: unknown) =>
  (payload: Payload): Payload => {
    const names = at.split(".");
    const last = names.pop() ?? "";
    let target = payload;
    for (const name of names) {
      target[name] ??= {};
      target = target[name] as Payload;
    }
    if (value === undefined) delete target[last];
    else target[last] = value;
    return payload;
  };
