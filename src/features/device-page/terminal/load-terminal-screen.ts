/** The terminal emulator and its screen, which are large. */
export const loadTerminalScreen = () => import('./TerminalScreen.tsx')

/** Begins to load it for who is about to start a session; what fails is loaded again when it is needed. */
export function preloadTerminalScreen(): void {
  loadTerminalScreen().catch(() => {})
}
