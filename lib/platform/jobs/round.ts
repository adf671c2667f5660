/**
 * Shares limited time fairly: a run begins after the project with which the last run in this process ended. So every
 * project gets its turn, and none is always first. Each task has its own round.
 */
export class FairRound<Id extends number = number> {
  private last = 0;

  /** Works for one project after the other until the time is over. True if all had their turn. */
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
