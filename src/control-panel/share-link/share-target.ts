import type { WorldControl } from '@/control-panel/world-control.ts'

/** Where a shared world is shown. */
export interface ShareTarget {
  signIn(email: string, password: string): Promise<void>
  signOut(): void
  go(path: string): unknown
}

/** The current page. */
export function inPlace({ dashboard, become }: Pick<WorldControl, 'dashboard' | 'become'>): ShareTarget {
  return {
    async signIn(email, password) {
      // The current page may not exist for this user or world.
      await dashboard.go('/')
      await become(email, password)
    },
    signOut: dashboard.signOut,
    go: dashboard.go,
  }
}
