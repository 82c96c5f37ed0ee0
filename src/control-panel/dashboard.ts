/** What the simulation does with the dashboard around it. */
export interface Dashboard {
  /** Signs in as somebody else, on the page where one is. */
  become(email: string, password: string): Promise<void>
  /** Signs out, and leads to the sign-in page. */
  signOut(): void
  /** The token of who is signed in; null is nobody. */
  session(): string | null
  /** Calls it when a session ends by choice. */
  onSignOut(listener: () => void): void
  /** Lets the person of a session of before be the one who looks, on the page where one is. */
  resume(session: string): Promise<void>
  /** Resolves when the page is shown. */
  go(path: string): Promise<void>
  /** Path of the page that is shown. */
  path(): string
}
