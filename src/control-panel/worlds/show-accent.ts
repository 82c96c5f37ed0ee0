import type { WorldClock } from '@/control-panel/world-clock.ts'
import { headerColour } from '@/domain/account/header-preferences.ts'
import { adoptStyles } from '@/ui/theme/adopt-styles.ts'

/** Applies the accent of the world's organization to the dashboard while the world is open, unless the user has chosen a colour. */
export function showAccent(clock: Pick<WorldClock, 'state' | 'subscribe'>): void {
  let shown: string | undefined
  let takeAway = () => {}
  const follow = () => {
    const accent = headerColour.get() === null ? clock.state().accent : undefined
    if (accent === shown) return
    shown = accent
    takeAway()
    takeAway = () => {}
    if (accent === undefined) return
    // Loaded on demand, because most worlds have none.
    void import('@/ui/theme/accent.ts')
      .then(({ accentStyles }) => {
        if (accent !== shown) return
        // It may have been chosen, left and chosen again while this was loaded.
        takeAway()
        takeAway = adoptStyles(accentStyles(accent))
      })
      .catch(() => {})
  }
  follow()
  clock.subscribe(follow)
  headerColour.subscribe(follow)
}
