/** A saved view keeps everything of an address but the page one is on. */
export function viewQuery(address: URLSearchParams): string {
  const kept = new URLSearchParams(address);
  kept.delete("page");
  kept.sort();
  return kept.toString();
}

export const isSameView = (query: string, address: URLSearchParams): boolean =>
  viewQuery(new URLSearchParams(query)) === viewQuery(address);
