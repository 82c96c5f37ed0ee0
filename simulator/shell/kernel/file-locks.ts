/** Who holds a lock: the descriptor of a redirection, or a running program. */
export type LockOwner = object

interface Lock {
  owners: Set<LockOwner>
  isShared: boolean
  /** Called when nobody holds it any more. */
  released: () => void
}

/** The locks that programs of a session hold on files with flock. Closing the file releases them. */
export class FileLocks {
  readonly #locks = new Map<string, Lock>()

  /** Takes the lock of a file; false while another owner holds it. */
  take(path: string, owner: LockOwner, isShared: boolean, released: () => void): boolean {
    const lock = this.#locks.get(path)
    if (lock === undefined) {
      this.#locks.set(path, { owners: new Set([owner]), isShared, released })
      return true
    }
    const isAlone = lock.owners.size === 1 && lock.owners.has(owner)
    if (!isAlone && !(isShared && lock.isShared)) return false
    lock.owners.add(owner)
    lock.isShared = isShared
    return true
  }

  has(path: string): boolean {
    return this.#locks.has(path)
  }

  /** Releases all locks of an owner. */
  release(owner: LockOwner): void {
    for (const [path, lock] of this.#locks) {
      if (!lock.owners.delete(owner) || lock.owners.size > 0) continue
      this.#locks.delete(path)
      lock.released()
    }
  }

  /** The session ends. */
  releaseAll(): void {
    for (const [path, lock] of this.#locks) {
      this.#locks.delete(path)
      lock.released()
    }
  }
}
