/** The simulated shell is loaded on demand, because few pages open a terminal. */
export const loadShell = () => import('../../simulator/shell/shell.ts')

/** Begins to load it for who is about to open a terminal; what fails is loaded again when it is needed. */
export function preloadShell(): void {
  loadShell().catch(() => {})
}
