import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { address, findHeading, refuse } from '../open-app.tsx'
import { fleetId, openWorld, readable } from '../open-world.tsx'

const SECOND = 1_000

/** Real time, moved by hand. */
const heldTime = () => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('the wall shows the chosen fleets in turn, with the age of the data and without anything that opens by itself', async () => {
  heldTime()
  try {
    await openWorld(
      async (world) =>
        `/fleets?wall=${await fleetId(world, 'kiosk-lobby')},${await fleetId(world, 'cold-chain-eu')}`,
      { simulated: true },
    )
    // In the order of names.
    await screen.findByRole('heading', { level: 1, name: 'cold-chain-eu' })
    expect(await screen.findByText('98 % operational')).toBeVisible()
    expect(await screen.findByText('needs attention')).toBeVisible()
    expect(screen.getByText(/^Data: \d+ s old$/)).toBeVisible()
    expect(screen.getByText(/^20 Nov 2026, 14:0\d UTC$/)).toBeVisible()
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull()
    const others = within(screen.getByRole('list', { name: 'Fleets on this wall' }))
    expect(others.getAllByRole('button').map((chip) => chip.getAttribute('aria-label'))).toEqual([
      'cold-chain-eu, 98 % operational',
      'kiosk-lobby, 93 % operational',
    ])

    await pass(20 * SECOND)
    await screen.findByRole('heading', { level: 1, name: 'kiosk-lobby' })
    await pass(20 * SECOND)
    await screen.findByRole('heading', { level: 1, name: 'cold-chain-eu' })
  } finally {
    vi.useRealTimers()
  }
})

test('a wall whose data is stale says how old it is, and shows no colours', async () => {
  heldTime()
  let isDown = false
  try {
    await openWorld('/fleets?wall', { answer: () => (isDown ? refuse(503) : undefined) })
    await screen.findByRole('heading', { level: 1, name: 'bench-lab' })
    const wall = screen.getByText(/^Data: /).closest('[class*="wall"]')
    expect(wall).not.toHaveAttribute('data-stale')
    isDown = true
    await pass(65 * SECOND)
    expect(await screen.findByText(/^Out of date: the data is \d+ \w+ old$/)).toBeVisible()
    expect(wall).toHaveAttribute('data-stale')
    expect(screen.getByRole('alert')).toHaveTextContent(/may not be true any more/)
  } finally {
    vi.useRealTimers()
  }
})

test('a slow platform is read more rarely, and is not taken for one that does not answer', async () => {
  heldTime()
  const real = performance.now.bind(performance)
  let lateMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + lateMs)
  let isDown = false
  try {
    await openWorld(async (world) => `/fleets?wall=${await fleetId(world, 'kiosk-lobby')}`, {
      answer: ({ url }) => {
        if (isDown) return refuse(503)
        // The counts take half a minute, and are read every five minutes.
        if (url.includes('overall_status') && url.includes('/v7/application?')) lateMs += 30 * SECOND
        return undefined
      },
    })
    await screen.findByRole('heading', { level: 1, name: 'kiosk-lobby' })
    await pass(200 * SECOND)
    expect(await screen.findByText(/^Data: \d min old$/)).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    isDown = true
    await pass(300 * SECOND)
    expect(await screen.findByText(/^Out of date: the data is \d+ min old$/)).toBeVisible()
  } finally {
    clock.mockRestore()
    vi.useRealTimers()
  }
})

test('what needs attention is said to be unknown while it cannot be read, and how old it is later', async () => {
  heldTime()
  let isDown = true
  try {
    await openWorld(async (world) => `/fleets?wall=${await fleetId(world, 'kiosk-lobby')}`, {
      answer: ({ url }) => (isDown && readable(url).includes('/v7/device?') ? refuse(500) : undefined),
    })
    expect(await screen.findByText('Not known how many need attention')).toBeVisible()
    isDown = false
    await pass(35 * SECOND)
    expect(await screen.findByText('needs attention')).toBeVisible()
    isDown = true
    await pass(65 * SECOND)
    expect(await screen.findByText(/^needs attention as of 1 min ago$/)).toBeVisible()
    // The numbers of devices are still read.
    expect(screen.getByText(/^Data: /)).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})

test('on a platform without VPN, a fleet of the wall is named with the devices that report', async () => {
  await openWorld('/fleets?wall', { platform: 'open' })
  const others = within(await screen.findByRole('list', { name: 'Fleets on this wall' }))
  expect((await others.findAllByRole('button', { name: /, \d+ % reporting$/ })).length).toBeGreaterThan(0)
  expect(others.queryByRole('button', { name: /operational$/ })).toBeNull()
})

test('Escape leaves the wall; a fleet of another account is not shown', async () => {
  await openWorld(async (world) => `/fleets?wall=${await fleetId(world, 'kiosk-lobby')}`, { as: 'mel' })
  await findHeading('No fleets to show')
  await userEvent.keyboard('{Escape}')
  await findHeading('Fleets')
  expect(address()).toBe('/fleets')
})

test('when the session of a wall ends, the sign-in page says so in large type', async () => {
  await openWorld('/login?ended=expired&redirect=%2Ffleets%3Fwall%3D12', { as: null })
  expect(await screen.findByText(/^The session of this wall has ended\./)).toBeVisible()
})

test('the sign-in page of other pages shows the product', async () => {
  await openWorld('/login?ended=expired&redirect=%2Ffleets%3Fq%3Dwall', { as: null })
  expect(await screen.findByRole('img', { name: /^A fleet: a mark for each device/ })).toBeVisible()
  expect(screen.queryByText(/session of this wall/)).toBeNull()
})
