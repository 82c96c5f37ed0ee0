import { describe, expect, test } from 'vitest'
import { HEARTBEAT_STATES, OVERALL_STATUSES } from './device-state.ts'
import { overallProgress, overallStatus, statusRow, type StatusFacts } from './status.ts'

/** A healthy device: row 9. */
const healthy: StatusFacts = {
  isActive: true,
  provisioningState: '',
  provisioningProgress: null,
  cloudlink: true,
  everConnected: true,
  heartbeat: 'online',
  status: 'Idle',
  downloadProgress: null,
  cloudlinkAllowed: true,
  installs: [{ status: 'Running', downloadProgress: null, releaseId: 1 }],
  targetReleaseId: 1,
}
const downloading = [
  { status: 'Running', downloadProgress: null, releaseId: 1 },
  { status: 'Downloading', downloadProgress: 25, releaseId: 2 },
  { status: 'Downloaded', downloadProgress: null, releaseId: 2 },
] as const

const rows: [number, string, Partial<StatusFacts>, string, number | null][] = [
  [1, 'a deactivated device', { isActive: false }, 'inactive', null],
  [
    1,
    'a deactivated device that updates',
    { isActive: false, status: 'Downloading', downloadProgress: 5 },
    'inactive',
    null,
  ],
  [
    2,
    'a device whose internal storage is being written',
    { provisioningState: 'Post-Provisioning', provisioningProgress: 40 },
    'post-provisioning',
    40,
  ],
  [
    3,
    'a device that was never seen',
    { cloudlink: false, everConnected: false, heartbeat: 'unknown' },
    'configuring',
    null,
  ],
  [
    3,
    'a device that was never seen and reports progress',
    { cloudlink: false, everConnected: false, heartbeat: 'unknown', provisioningProgress: 3 },
    'configuring',
    3,
  ],
  [4, 'a device without a heartbeat', { cloudlink: false, heartbeat: 'offline' }, 'disconnected', null],
  [4, 'a device seen long ago', { cloudlink: false, heartbeat: 'unknown' }, 'disconnected', null],
  [
    4,
    'a device that went away while downloading',
    { cloudlink: false, heartbeat: 'offline', status: 'Downloading', downloadProgress: 60 },
    'disconnected',
    null,
  ],
  [5, 'a device that downloads', { status: 'Downloading', downloadProgress: 60 }, 'updating', 60],
  [
    5,
    'a device that timed out while downloading',
    { cloudlink: false, heartbeat: 'timeout', status: 'Downloading', downloadProgress: 60 },
    'updating',
    60,
  ],
  [6, 'a device that updates its system', { provisioningProgress: 70 }, 'configuring', 70],
  [7, 'a device that downloads an image', { installs: downloading, targetReleaseId: 2 }, 'updating', 63],
  [
    7,
    'a device that downloads an image of no target',
    { installs: downloading, targetReleaseId: 9 },
    'updating',
    25,
  ],
  [8, 'a device whose heartbeat timed out', { heartbeat: 'timeout' }, 'reduced-functionality', null],
  [8, 'a device connected but not polling', { heartbeat: 'offline' }, 'reduced-functionality', null],
  [8, 'a device polling but not connected', { cloudlink: false }, 'reduced-functionality', null],
  [
    9,
    'a device polling whose cloudlink is switched off',
    { cloudlink: false, cloudlinkAllowed: false },
    'operational',
    null,
  ],
  [9, 'a device in order', {}, 'operational', null],
  [
    9,
    'a device whose download waits without progress',
    { installs: [{ status: 'Downloading', downloadProgress: null, releaseId: 2 }] },
    'operational',
    null,
  ],
]

describe('the overall status (docs/platform/derived-values.md)', () => {
  test.each(rows)('row %i: %s', (row, _who, change, status, progress) => {
    const facts = { ...healthy, ...change }
    expect(statusRow(facts)).toBe(row)
    expect(overallStatus(facts)).toBe(status)
    expect(overallProgress(facts)).toBe(progress)
  })

  test('is always one of the seven statuses [DEV-024]', () => {
    const seen = new Set<string>()
    for (const isActive of [true, false])
      for (const cloudlink of [true, false])
        for (const everConnected of [true, false])
          for (const heartbeat of HEARTBEAT_STATES)
            for (const provisioningState of ['', 'Post-Provisioning'])
              for (const downloadProgress of [null, 10])
                seen.add(
                  overallStatus({
                    ...healthy,
                    isActive,
                    cloudlink,
                    everConnected,
                    heartbeat,
                    provisioningState,
                    downloadProgress,
                    status: 'Downloading',
                  }),
                )
    expect([...seen].sort()).toEqual([...OVERALL_STATUSES].sort())
    expect(OVERALL_STATUSES).toEqual([
      'configuring',
      'post-provisioning',
      'updating',
      'operational',
      'reduced-functionality',
      'disconnected',
      'inactive',
    ])
  })
})
