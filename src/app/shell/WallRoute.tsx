import { Wall } from '@/features/wall/Wall.tsx'
import { useIsOutOfDate } from './out-of-date.ts'

const reload = () => window.location.reload()

/** The wall instead of the shell: without navigation, notices, changelog and questions. */
export function WallRoute() {
  return <Wall isOutOfDate={useIsOutOfDate()} reload={reload} />
}
