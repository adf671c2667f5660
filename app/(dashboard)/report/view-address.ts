/** A saved view contains the whole address except the page number. */
export function savedViewQuery(address: URLSearchParams): string {
  const params = new URLSearchParams(address);
  params.delete("page");
  params.sort();
  return params.toString();
}

export const isSameView = (query: string, address: URLSearchParams): boolean =>
  savedViewQuery(new URLSearchParams(query)) === savedViewQuery(address);
