import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { countsByStatus } from '@/domain/device/status-breakdown.ts'
import { FleetMatrixRows, type RowsBy } from '@/features/fleets/FleetMatrixRows.tsx'
import type { FleetDevice } from '@/features/fleets/use-fleet-status.ts'
import { useDeviceOrder, type MatrixDevice } from '@/widgets/device/device-order.ts'
import { DeviceMatrix } from '@/widgets/device/DeviceMatrix.tsx'

/** What `bench/matrix.ts` calls. */
export interface MatrixBench {
  /** Draws this number of devices, by status. */
  show: (devices: number) => void
  /** Groups them otherwise and draws them. */
  regroup: (by: RowsBy) => void
  /** Changes the status of this number of devices. */
  change: (devices: number) => void
}

declare global {
  var matrixBench: MatrixBench
}

const STATUSES = ['operational', 'operational', 'operational', 'updating', 'disconnected'] as const
const PLACES = ['Hamburg', 'Lyon', 'Gdansk', 'Porto', 'Vienna', 'Turin', 'Ghent', 'Malmo', 'Brno', 'Split']

/** As the platform returns them: by name. */
const someDevices = (count: number): FleetDevice[] =>
  Array.from({ length: count }, (_, index) => {
    const device: Partial<FleetDevice> & MatrixDevice = {
      id: index + 1,
      uuid: index.toString(16).padStart(32, '0'),
      device_name: `device-${String(index).padStart(6, '0')}`,
      overall_status: STATUSES[(index * 7) % STATUSES.length] ?? 'operational',
      is_frozen: false,
      needsAttention: index % 23 === 0,
      os_version: `balenaOS 6.${index % 4}.0`,
      location: PLACES[index % PLACES.length] ?? null,
      is_running__release: [{ id: index % 3, commit: 'c0ffee', raw_version: `4.${index % 3}.0` }],
      device_tag: [{ tag_key: 'site', value: `site-${index % 50}` }],
    }
    return device as FleetDevice
  })

const hrefOf = (status: string) => `?status=${status}`
const GOES_TO = { operational: 'updating', updating: 'operational' } as const
type Changing = keyof typeof GOES_TO

function Page() {
  const [devices, setDevices] = useState<readonly FleetDevice[]>([])
  const [by, setBy] = useState<RowsBy>('status')
  const { devices: placed = [] } = useDeviceOrder(devices)
  const counts = useMemo(() => countsByStatus(placed), [placed])
  useEffect(() => {
    globalThis.matrixBench = {
      show: (count) => flushSync(() => setDevices(someDevices(count))),
      regroup: (next) => flushSync(() => setBy(next)),
      change(count) {
        let left = count
        const changed = devices.map((device) => {
          const to = GOES_TO[device.overall_status as Changing] as FleetDevice['overall_status'] | undefined
          if (to === undefined || left === 0) return device
          left -= 1
          return { ...device, overall_status: to }
        })
        setDevices(changed)
      },
    }
  }, [devices])
  return by === 'status' ? (
    <DeviceMatrix
      label="Devices"
      counts={counts}
      devices={placed}
      placed
      hrefOf={hrefOf}
      height={620}
      withoutNumbers
    />
  ) : (
    <FleetMatrixRows fleetId={1} fleetName="fleet" devices={placed} by={by} />
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
