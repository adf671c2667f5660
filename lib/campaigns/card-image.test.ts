import { expect, test } from "vitest";
import { cardImage } from "@/lib/campaigns/card-image";
import { type SafeFetchAnswer, SafeFetchError } from "@/lib/platform/safe-fetch";

const answered = (status: number, type: string) => async () =>
  ({
    status,
    headers: { "content-type": type },
    bytes: Buffer.from("picture"),
  }) as unknown as SafeFetchAnswer;
const address = "https://pictures.example/card.png";
const refused = { status: 424, message: "Cairn can't load this image. Use a public https:// URL." };

test("an image is passed on with its type", async () => {
  const { type, bytes } = await cardImage(address, answered(200, "image/PNG; charset=x"));
  expect([type, Buffer.from(bytes).toString()]).toEqual(["image/png", "picture"]);
});

test.each([
  [200, "image/svg+xml"],
  [200, "text/html"],
  [200, ""],
  [302, "image/png"],
  [404, "image/png"],
])("%d with %j is not an image", async (status, type) => {
  await expect(cardImage(address, answered(status, type))).rejects.toMatchObject(refused);
});

test.each(["http://127.0.0.1/card.png", "http://169.254.169.254/card.png", "http://[::1]/card.png"])(
  "an image at a private address (%s) is not loaded",
  async (inside) => {
    await expect(cardImage(inside)).rejects.toMatchObject(refused);
  },
);

test("an unreachable host gives the same error", async () => {
  const fetch = () => Promise.reject(new SafeFetchError("timeout"));
  await expect(cardImage(address, fetch)).rejects.toMatchObject(refused);
});
