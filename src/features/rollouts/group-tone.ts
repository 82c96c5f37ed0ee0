import type { Tone } from '@/domain/device/device-status.ts'
import type { StageGroup } from '@/engines/rollouts/rollout.ts'

export const groupTone: Record<StageGroup, Tone> = {
  landed: 'ok',
  updating: 'info',
  waiting: 'idle',
  failed: 'bad',
  unseen: 'warn',
  left: 'idle',
}
