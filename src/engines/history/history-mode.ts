let keeps = false

/** Whether observations outlive the page. Those of a simulated world do not: the world has its own history. */
export function keepHistory(keep: boolean): void {
  keeps = keep
}

export const keepsHistory = (): boolean => keeps
