/** Completes a host, with or without a port and path, to an https address; other texts stay as they are. */
export const completeUrl = (text: string): string =>
  /^([\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]*(:\d+)?([/?#]\S*)?$/u.test(text.trim())
    ? `https://${text.trim()}`
    : text;
