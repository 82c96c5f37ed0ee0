import { panelText } from '@/messages/control-panel/simulator-panel.ts'
import type { Replayed } from '@/simulation/control-contract.ts'

/** Whether the world equals the original. */
export const isUnchanged = ({ diverged, isSame }: Replayed): boolean =>
  diverged.length === 0 && isSame !== false

/** The result of a replay. */
export const replayText = ({ diverged, isSame }: Replayed): string =>
  diverged.length > 0
    ? panelText.notDone(diverged.length)
    : isSame === false
      ? panelText.differs
      : panelText.allDone
