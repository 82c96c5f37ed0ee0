import { useMemo, useState } from 'react'
import type { SeenMembers } from '@/engines/rollouts/rollout-runner.ts'
import { memberIds, stageGroups, type StageGroup, type StageState } from '@/engines/rollouts/rollout.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { matrixText } from '@/messages/device-list/devices.ts'
import { groupText } from '@/messages/rollouts/rollouts.ts'
import { shapeOf } from '@/ui/feedback/tone.ts'
import { Matrix, type MatrixItem } from '@/ui/matrix/Matrix.tsx'
import { groupTone } from './group-tone.ts'
import styles from './Rollouts.module.css'

/** In px. */
const HEIGHT = 54
/** What is not done comes first, as in the matrix of a fleet. */
const CELL_ORDER = stageGroups.toReversed()

/** Where the devices of a group are listed: the page of the release groups its devices in the same way. */
const listOf: Record<Exclude<StageGroup, 'left'>, string> = {
  landed: 'landed',
  updating: 'moving',
  waiting: 'waiting',
  failed: 'failed',
  unseen: 'unseen',
}

export interface StageMatrixProps {
  /** The accessible name; the numbers stand beside it. */
  label: string
  fleetId: number
  releaseId: number
  stage: StageState
  /** Its devices, in the tab that runs the rollout. */
  seen: SeenMembers | undefined
}

/**
 * The devices of a stage: where they are seen anyway, each in its place from the beginning of the stage to its end, so that
 * the release is seen passing; else their numbers.
 */
export function StageMatrix({ label, fleetId, releaseId, stage, seen }: StageMatrixProps) {
  const [perCell, setPerCell] = useState(1)
  const ids = useMemo(() => memberIds(stage), [stage])
  const isSeen = seen !== undefined && ids.every((id) => seen.groups.has(id))
  const counts = useMemo(() => {
    if (!isSeen) return stage.counts
    const counts = { landed: 0, updating: 0, waiting: 0, failed: 0, unseen: 0, left: 0 }
    for (const id of ids) counts[seen.groups.get(id) ?? 'left'] += 1
    return counts
  }, [isSeen, ids, seen, stage.counts])
  const groups = useMemo(
    () =>
      CELL_ORDER.map((group) => ({
        key: group,
        label: matrixText.group(groupText[group], formatNumber(counts[group]), counts[group]),
        count: counts[group],
        tone: groupTone[group],
        shape: shapeOf[groupTone[group]],
        to:
          group === 'left'
            ? paths.fleetDevices(fleetId)
            : `${paths.releaseRollout(fleetId, releaseId)}?group=${listOf[group]}`,
      })),
    [counts, fleetId, releaseId],
  )
  const itemAt = useMemo(
    () => (isSeen ? (index: number) => itemOf(ids[index], seen, fleetId) : undefined),
    [isSeen, ids, seen, fleetId],
  )
  return (
    <div className={styles.cells}>
      <Matrix
        label={label}
        groups={groups}
        itemAt={itemAt}
        height={HEIGHT}
        largest={14}
        onPerCell={setPerCell}
      />
      <p className={styles.perCell} title={perCell > 1 ? matrixText.perCellHint : undefined}>
        {perCell > 1 && matrixText.perCell(formatNumber(perCell))}
      </p>
    </div>
  )
}

function itemOf(
  id: number | undefined,
  { devices, groups }: SeenMembers,
  fleetId: number,
): MatrixItem | undefined {
  const group = id === undefined ? undefined : groups.get(id)
  if (id === undefined || group === undefined) return undefined
  const device = devices.get(id)
  return {
    group,
    marked: false,
    // It was deleted or moved to another fleet.
    label: () => (device ? matrixText.device(device.name, groupText[group], false) : groupText[group]),
    to: device ? paths.device(device.uuid) : paths.fleetDevices(fleetId),
  }
}
