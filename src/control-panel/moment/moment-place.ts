import type { WorldControl } from '../world-control.ts'

/** Where a moment is shown. */
export interface MomentPlace {
  signIn(email: string, password: string): Promise<void>
  signOut(): void
  go(path: string): unknown
}

/** The page that is open. */
export function inPlace({ dashboard, become }: Pick<WorldControl, 'dashboard' | 'become'>): MomentPlace {
  return {
    async signIn(email, password) {
      // The page that is shown may be none of theirs, nor of their world.
      await dashboard.go('/')
      await become(email, password)
    },
    signOut: dashboard.signOut,
    go: dashboard.go,
  }
}
