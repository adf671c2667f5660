import { LRUCache } from "lru-cache";

type Options = { max: number; ttl?: number };

/**
 * Keeps the `max` entries that were used last. Its memory grows with its entries, whereas a cache with the library's own
 * `max` takes up to 24 bytes for each entry that it may have one day.
 */
export function growingCache<K extends {}, V extends {}>({ max, ttl }: Options): LRUCache<K, V> {
  return new LRUCache<K, V>({ maxSize: max, sizeCalculation: () => 1, ...(ttl ? { ttl } : {}) });
}
