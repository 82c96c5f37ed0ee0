/** What the simulation can do with the dashboard. */
export interface Dashboard {
  /** Switches the user on the current page. */
  become(email: string, password: string): Promise<void>
  /** Signs out and redirects to the sign-in page. */
  signOut(): void
  /** The current session token; null when signed out. */
  session(): string | null
  /** Calls the listener when the user signs out. */
  onSignOut(listener: () => void): void
  /** Restores an earlier session on the current page. */
  resume(session: string): Promise<void>
  /** Resolves when the page is shown. */
  go(path: string): Promise<void>
  /** Path of the current page. */
  path(): string
}
