/**
 * The addresses a page has written and the router has not shown yet, oldest first.
 *
 * The router shows changes one after another, and writes each into the address bar as it does so: of two quick changes,
 * the address bar has both, then only the first, then both. A third change must build on both.
 */
export class AddressChanges {
  #written: string[] = [];

  /** The address that the next change builds on, if this page wrote one that is still to come. */
  get newest(): string | undefined {
    return this.#written.at(-1);
  }

  wrote(address: string): void {
    this.#written.push(address);
  }

  /** The router shows this address. One that was not written here is a navigation, and ends all changes. */
  shown(address: string): void {
    const index = this.#written.indexOf(address);
    this.#written = index < 0 ? [] : this.#written.slice(index);
  }
}
