import { describe, expect, test } from 'vitest'
import { deviceProfiles } from '../definition/device-profiles.ts'
import {
  advanceLink,
  DEFAULT_POLL_INTERVAL_MS,
  hasCloudlink,
  isInTouch,
  linkAt,
  nextLinkWakeAt,
  nextPollAt,
  type Link,
  type LinkParameters,
} from './link.ts'

const NOON = 1_795_183_200_000
const INTERVAL = DEFAULT_POLL_INTERVAL_MS
const steady: LinkParameters = {
  seed: 1,
  index: 3,
  habit: deviceProfiles.steady.link,
  pollIntervalMs: INTERVAL,
  cloudlinkAllowed: true,
}
const flaky: LinkParameters = { ...steady, habit: deviceProfiles.flaky.link }

function upSince(at: number): Link {
  return {
    contact: 'cloudlink',
    changedAt: at,
    heartbeat: 'online',
    heartbeatChangedAt: at,
    polledAt: at,
    turnAt: null,
    turns: 0,
  }
}

test('a device that is always connected, with cloudlink disabled, polls from the start of the world', () => {
  const always: LinkParameters = { ...steady, habit: { kind: 'always' } }
  expect(linkAt(NOON, always)).toMatchObject({ contact: 'cloudlink', heartbeat: 'online' })
  const link = linkAt(NOON, { ...always, cloudlinkAllowed: false })
  expect(link).toMatchObject({ contact: 'polls', heartbeat: 'online' })
  expect([isInTouch(link), hasCloudlink(link)]).toEqual([true, false])
})

describe('the heartbeat (docs/platform/device-protocol.md)', () => {
  test('is unknown before the first poll, and then online [DEV-025, DEV-026]', () => {
    const never = linkAt(0, { ...steady, habit: deviceProfiles['never-seen'].link })
    expect(never).toMatchObject({ contact: 'never-connected', heartbeat: 'unknown', changedAt: null })
    expect(nextLinkWakeAt(never, steady)).toBeNull()
    const met = advanceLink(never, { type: 'found', at: 5000 }, steady)
    expect(met).toMatchObject({
      contact: 'cloudlink',
      changedAt: 5000,
      heartbeat: 'online',
      heartbeatChangedAt: 5000,
    })
  })

  test('of a connected device stays online without a scheduled event', () => {
    expect(nextLinkWakeAt(upSince(0), steady)).toBeNull()
  })

  test('times out one and a half intervals after the last poll, and is offline 15 s later [DEV-025]', () => {
    const lost = advanceLink(upSince(0), { type: 'lost', at: 2 * INTERVAL + 1, until: null }, steady)
    const lastPoll = 2 * INTERVAL
    expect(lost).toMatchObject({
      contact: 'away',
      heartbeat: 'online',
      polledAt: lastPoll,
      changedAt: lastPoll + 1,
    })
    const timeoutAt = lastPoll + 1.5 * INTERVAL
    expect(nextLinkWakeAt(lost, steady)).toBe(timeoutAt)
    expect(advanceLink(lost, { type: 'time-passed', at: timeoutAt - 1 }, steady).heartbeat).toBe('online')
    const late = advanceLink(lost, { type: 'time-passed', at: timeoutAt }, steady)
    expect(late).toMatchObject({ heartbeat: 'timeout', heartbeatChangedAt: timeoutAt })
    const offline = advanceLink(late, { type: 'time-passed', at: timeoutAt + 15_000 }, steady)
    expect(offline).toMatchObject({ heartbeat: 'offline', heartbeatChangedAt: timeoutAt + 15_000 })
    expect(nextLinkWakeAt(offline, steady)).toBeNull()
  })

  test('is not affected by a short disconnection, which changes the cloudlink twice', () => {
    const lost = advanceLink(upSince(0), { type: 'lost', at: 1000, until: null }, steady)
    const back = advanceLink(lost, { type: 'found', at: 60_000 }, steady)
    expect(back).toMatchObject({
      heartbeat: 'online',
      heartbeatChangedAt: 0,
      changedAt: 60_000,
      polledAt: 60_000,
    })
  })

  test('times out sooner with a shorter poll interval', () => {
    const quick = { ...steady, pollIntervalMs: 10_000 }
    const lost = advanceLink(upSince(0), { type: 'lost', at: 25_000, until: null }, quick)
    expect(nextLinkWakeAt(lost, quick)).toBe(20_000 + 15_000)
  })
})

describe('the cloudlink', () => {
  test('can be disabled by the configuration, and the device continues to poll [DEV-026]', () => {
    const off = { ...steady, cloudlinkAllowed: false }
    const it = advanceLink(upSince(0), { type: 'configured', at: 500 }, off)
    expect(it).toMatchObject({ contact: 'polls', heartbeat: 'online', changedAt: 500 })
    expect(advanceLink(it, { type: 'configured', at: 900 }, steady)).toMatchObject({
      contact: 'cloudlink',
      changedAt: 900,
    })
  })

  test('of a flaky device disconnects and reconnects by itself, sometimes without losing polls', () => {
    let link = linkAt(0, flaky)
    const contacts = new Set<string>()
    for (let turn = 0; turn < 60; turn++) {
      const at = nextLinkWakeAt(link, flaky)
      if (at === null) throw new Error('A flaky link always turns again')
      link = advanceLink(link, { type: 'time-passed', at }, flaky)
      contacts.add(link.contact)
    }
    expect(contacts).toEqual(new Set(['cloudlink', 'polls', 'away']))
  })

  test('is the same after one long step and many short ones', () => {
    const start = linkAt(0, flaky)
    const end = 40 * 3_600_000
    let stepped = start
    for (let at = 0; at <= end; at += 61_000)
      stepped = advanceLink(stepped, { type: 'time-passed', at }, flaky)
    stepped = advanceLink(stepped, { type: 'time-passed', at: end }, flaky)
    expect(stepped).toEqual(advanceLink(start, { type: 'time-passed', at: end }, flaky))
  })

  test('of a sleeping device is mostly down, long enough for the device to be offline', () => {
    const asleep = { ...steady, habit: deviceProfiles.asleep.link }
    const links = Array.from({ length: 400 }, (_, index) => linkAt(0, { ...asleep, index }))
    const away = links.filter((it) => it.contact === 'away')
    expect(away.length).toBeGreaterThan(360)
    expect(away.filter((it) => it.heartbeat === 'offline').length).toBeGreaterThan(320)
    expect(links.every((it) => (it.turnAt ?? 0) > 0)).toBe(true)
  })
})

test('polls follow the last one at fixed intervals, and a disconnected device has none', () => {
  expect(nextPollAt(upSince(100), 100, INTERVAL)).toBe(100)
  expect(nextPollAt(upSince(100), 101, INTERVAL)).toBe(100 + INTERVAL)
  expect(nextPollAt({ ...upSince(0), contact: 'away' }, 0, INTERVAL)).toBeNull()
})

describe('a link with only its cloudlink', () => {
  const lost = advanceLink(upSince(0), { type: 'lost', at: INTERVAL + 1, until: null, to: 'tunnel' }, steady)

  test('still receives commands, while its heartbeat times out and goes offline [DEV-025, DEV-026]', () => {
    expect([hasCloudlink(lost), isInTouch(lost), lost.heartbeat]).toEqual([true, false, 'online'])
    const timeoutAt = nextLinkWakeAt(lost, steady) ?? 0
    expect(timeoutAt).toBe(INTERVAL * 2.5)
    const timeout = advanceLink(lost, { type: 'time-passed', at: timeoutAt }, steady)
    expect([timeout.contact, timeout.heartbeat]).toEqual(['tunnel', 'timeout'])
    const offline = advanceLink(timeout, { type: 'time-passed', at: timeoutAt + 15_000 }, steady)
    expect([offline.contact, offline.heartbeat]).toEqual(['tunnel', 'offline'])
  })

  test('recovers when the API is reachable, without a reconnection of the cloudlink', () => {
    const recovered = advanceLink(lost, { type: 'found', at: 5 * INTERVAL }, steady)
    expect(recovered).toMatchObject({ contact: 'cloudlink', heartbeat: 'online', changedAt: lost.changedAt })
  })
})
