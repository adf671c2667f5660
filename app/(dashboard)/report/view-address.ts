/** A saved view keeps everything of an address but the page one is on. */
export function viewQuery(address: URLSearchParams): string {
  const params = new URLSearchParams(address);
  params.delete("page");
  params.sort();
  return params.toString();
}

export const isSameView = (query: string, address: URLSearchParams): boolean =>
  viewQuery(new URLSearchParams(query)) === viewQuery(address);
