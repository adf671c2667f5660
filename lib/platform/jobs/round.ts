/**
 * Whose turn it is where there is more to do than time for it: a run begins behind the project that the last one in this
 * process began with last, so that nobody is always first and nobody never. Each task has its own.
 */
export class Round<Id extends number = number> {
  private last = 0;

  /** Works for one after the other until the time is over. Answers whether all had their turn. */
  async go(
    found: readonly { id: Id }[],
    isOver: () => boolean,
    work: (id: Id) => Promise<void>,
  ): Promise<boolean> {
    const begin = this.last;
    const order = [...found.filter(({ id }) => id > begin), ...found.filter(({ id }) => id <= begin)];
    for (const { id } of order) {
      if (isOver()) return false;
      this.last = id;
      await work(id);
    }
    return true;
  }
}
