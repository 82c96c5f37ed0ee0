import { describe, expect, test } from 'vitest'
import type { ReleasePlan } from '../definition/world-definition.ts'
import { aRelease, aVariedRelease } from '../testing/a-world.ts'
import { imagesToFetch } from './images.ts'

const releases = new Map<number, ReleasePlan>([
  [1, aVariedRelease(1)],
  [2, aVariedRelease(2)],
  [3, aVariedRelease(3)],
  [4, aRelease(4)],
])

function fetched(from: number | null, to: number, deltas = true) {
  const release = (id: number) => releases.get(id) ?? aRelease(id)
  return new Map(imagesToFetch({ release, deltas }, from, to).map((it) => [it.name, it]))
}

const MB = 1e6

describe('the download of an image', () => {
  test('is complete on an empty device, with shared layers once', () => {
    const images = fetched(null, 2)
    expect(images.get('sensor-hub')).toMatchObject({ bytes: 40 * MB, isDelta: false })
    expect(images.get('uplink')?.bytes).toBe(30 * MB)
  })

  test('is a delta where the server has one from the running image', () => {
    expect(fetched(1, 2).get('watchdog')).toMatchObject({ bytes: 5 * MB, isDelta: true })
    expect(fetched(1, 3).get('watchdog')).toMatchObject({ bytes: 50 * MB, isDelta: false })
  })

  test('consists of the missing layers when deltas are disabled', () => {
    expect(fetched(1, 2, false).get('watchdog')).toMatchObject({ bytes: 50 * MB, isDelta: false })
  })

  test('is complete when the old image is deleted first', () => {
    expect(fetched(1, 2).get('dashboard')).toMatchObject({ isDelta: false })
    expect(fetched(4, 2).get('dashboard')?.isDelta).toBe(false)
  })

  test('is complete when its layers are unknown', () => {
    expect(fetched(1, 4).get('uplink')).toMatchObject({ bytes: 60 * MB, isDelta: false })
  })
})
