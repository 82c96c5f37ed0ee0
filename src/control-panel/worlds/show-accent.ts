import type { WorldClock } from '@/control-panel/world-clock.ts'
import { adoptStyles } from '@/ui/theme/adopt-styles.ts'

/** Applies the accent of the world's organization to the dashboard while the world is open. */
export function showAccent(clock: Pick<WorldClock, 'state' | 'subscribe'>): void {
  let shown: string | undefined
  let takeAway = () => {}
  const follow = () => {
    const { accent } = clock.state()
    if (accent === shown) return
    shown = accent
    takeAway()
    takeAway = () => {}
    if (accent === undefined) return
    // Loaded on demand, because most worlds have none.
    void import('./accent.ts').then(({ accentStyles }) => {
      const styles = accentStyles(accent)
      if (styles !== null && accent === shown) takeAway = adoptStyles(styles)
    })
  }
  follow()
  clock.subscribe(follow)
}
