import { panelText } from '@/messages/simulator-panel.ts'
import type { Replayed } from '@/simulation/control-contract.ts'

/** Whether the world is the one that was meant. */
export const isAsItWas = ({ diverged, isSame }: Replayed): boolean =>
  diverged.length === 0 && isSame !== false

/** What became of what was done again. */
export const howItWent = ({ diverged, isSame }: Replayed): string =>
  diverged.length > 0
    ? panelText.notDone(diverged.length)
    : isSame === false
      ? panelText.differs
      : panelText.allDone
