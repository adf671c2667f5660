import { describe, expect, test } from "vitest";
import { hashNewPassword, isGuessable } from "@/lib/accounts/choose-password";
import { isPassword } from "@/lib/accounts/password";

describe("a common password is rejected", () => {
  test.each([
    ["password", "the most common one"],
    ["PassWord", "in capitals"],
    ["password1!", "with an ending that pleases a rule"],
    ["sunshine2024", "with a year behind it"],
    ["ｐａｓｓｗｏｒｄ", "in wide letters"],
    ["12345678", "digits in a row"],
    ["qwertyuiop", "keys in a row"],
    ["abababab", "of hardly any letters"],
    ["ada.lovelace", "the name in the email"],
    ["Ada.Lovelace1815", "that with a year"],
    ["ada.lovelace@example.com", "the email"],
    ["cairn2026", "what this is called"],
  ])("%s: %s", (password) => {
    expect(isGuessable(password, "ada.lovelace@example.com")).toBe(true);
  });
});

test.each([
  "correct horse battery",
  "battery staple",
  "tr0ub4dor&3xyz",
  "Wanderweg-am-See",
  "grün ist die Heide",
])("%s is accepted", (password) => {
  expect(isGuessable(password, "ada@example.com")).toBe(false);
});

test("a rejection has the field and the reason; an accepted password is hashed", async () => {
  const guessed = "This password is easy to guess. Choose another one.";
  await expect(hashNewPassword("password", "ada@example.com", "new_password")).rejects.toMatchObject({
    status: 400,
    message: guessed,
    fields: { new_password: guessed },
  });
  expect(await isPassword("correct horse", await hashNewPassword("correct horse", "ada@example.com"))).toBe(
    true,
  );
});
