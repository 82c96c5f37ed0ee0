import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import type { Dashboard } from '@/control-panel/dashboard.ts'
import { createSimulation } from '@/control-panel/simulation.tsx'
import type { ControlClient } from '@/simulation/control-client.ts'
import type { Fault, Timeline, WorldState } from '@/simulation/control-contract.ts'
import { Toaster } from '@/ui/feedback/Toaster.tsx'
import { ThemeProvider } from '@/ui/theme/ThemeProvider.tsx'

const aScenario = { people: ['ada'], devices: 132, tags: ['everyday'] }

const opening: WorldState = {
  scenario: 'first-look',
  platform: 'hosted',
  title: 'First look',
  description: 'A small organization.',
  seed: 42,
  devices: 132,
  now: '2026-11-20T14:00:00.000Z',
  speed: 60,
  scenarios: [
    { ...aScenario, name: 'first-look', title: 'First look', description: 'A small organization.' },
    { ...aScenario, name: 'release-day', title: 'Release day', description: 'A release rolls out.' },
  ],
}

const aPerson = { email: 'somebody@flotilla.example', password: 'flotilla-demo', isTelling: false }
const aRequest = { at: opening.now, method: 'GET', origin: 'https://api.flotilla.test', ms: 12 }
const snapshots: Timeline['snapshots'] = [
  { id: 4, at: '2026-11-20T13:30:00.000Z', reason: 'jump', branch: 1, bytes: 2_000_000 },
]
const actions: Timeline['actions'] = [
  { at: '2026-11-20T13:40:00.000Z', kind: 'request', text: 'ada: PATCH /v7/device(1)' },
]
const aTimeline: Timeline = {
  openedAt: '2026-11-20T13:00:00.000Z',
  now: opening.now,
  branch: 1,
  snapshots,
  moments: snapshots,
  actions,
  happenings: actions,
}

/** A fake world that performs and records all requests. */
export function aControlClient(change: Partial<ControlClient> = {}): ControlClient {
  let state = opening
  let faults: Fault[] = []
  const become = async (next: Partial<WorldState>) => (state = { ...state, ...next })
  return {
    mode: 'shared-worker',
    interception: 'service-worker',
    state: async () => state,
    onState: () => () => {},
    setSpeed: (speed) => become({ speed }),
    setSessionsExpire: (sessionsExpire) => become({ sessionsExpire }),
    advance: (ms) => become({ now: new Date(Date.parse(state.now) + ms).toISOString() }),
    advanceTo: (now: string) => become({ now }),
    reset: (options = {}) => become({ ...options, title: 'Release day' }),
    faults: async () => faults,
    addFault: async ({ devices: _devices, route = '* /*', ...fault }) =>
      void (faults = [...faults, { ...fault, route, id: faults.length + 1 }]),
    clearFaults: async () => void (faults = []),
    setLink: async () => {},
    setLock: async () => {},
    next: async () => ({ state, happened: { at: state.now, text: 'gate-north: Running 1.2.0.' } }),
    timeline: async () => aTimeline,
    changes: async () => [],
    takeSnapshot: async () => aTimeline,
    rewind: async (to) => {
      const now =
        typeof to === 'number' ? (aTimeline.snapshots.find(({ id }) => id === to)?.at ?? state.now) : to
      return { ...(await become({ now })), diverged: [], isSame: null }
    },
    sessionFile: async () => '{}',
    worldFile: async () => null,
    openSessionFile: async () => ({ ...state, diverged: [], isSame: true }),
    towns: async (names) =>
      names.map((name) =>
        name.includes('x')
          ? { name, town: null, suggestion: 'Munich' }
          : {
              name,
              town: { name, country: 'Germany', region: '', latitude: 48, longitude: 11 },
              suggestion: null,
            },
      ),
    stats: async () => ({
      devices: 132,
      fleets: 5,
      byStatus: { operational: 120, disconnected: 12 },
      events: 10,
      requests: 3,
      actions: 0,
      snapshots: 1,
      moments: 1,
      worldBytes: 2_000_000,
      snapshotBytes: 2_000_000,
      momentBytes: 2_000_000,
      maxSnapshotBytes: 128_000_000,
      mostMomentBytes: 128_000_000,
    }),
    people: async () => [
      { ...aPerson, username: 'ada', name: 'Ada Moreau', role: 'administrator', isTelling: true, lacks: [] },
      {
        ...aPerson,
        username: 'olive',
        name: 'Olive Lindqvist',
        role: 'observer',
        lacks: ['resin.device.move'],
      },
    ],
    emails: async () => [
      {
        id: 1,
        at: state.now,
        to: 'ada@flotilla.example',
        subject: 'Verify',
        text: 'Follow the link.',
        link: '/x',
        token: 'abc',
      },
    ],
    requestLog: async () => [
      { ...aRequest, n: 1, path: '/v7/device?$top=50', status: 200 },
      { ...aRequest, n: 2, path: '/v7/release', status: 503 },
    ],
    requestLogEntry: async (n) => ({
      ...aRequest,
      n,
      path: '/v7/release',
      status: 503,
      requestType: null,
      requestBody: null,
      responseType: null,
      responseBody: '{"d":[]}',
      problems: ['status 503 is not in the contract'],
    }),
    why: async (uuid) => ({
      uuid,
      name: 'gate-north',
      status: 'disconnected',
      isSilent: false,
      chain: [{ n: 1, at: state.now, kind: 'contact', text: 'A user disconnected it.', because: null }],
      reasons: [
        {
          about: 'Status',
          is: 'disconnected',
          chain: [{ at: null, kind: 'contact', text: 'Somebody pulled the plug.' }],
        },
      ],
      lately: [{ n: 1, at: state.now, kind: 'contact', text: 'A user disconnected it.', because: null }],
    }),
    metrics: async () => [],
    fleetHistories: async () => [],
    fleetStatuses: async (fleet, at) => ({
      fleet,
      at: new Date(at).toISOString(),
      statuses: {},
      devices: [],
    }),
    fleets: async () => [
      { id: 1, slug: 'acme_logistics/bench-lab', deviceType: 'raspberrypi4-64', devices: 3 },
      { id: 2, slug: 'acme_logistics/cold-chain-eu', deviceType: 'raspberrypi4-64', devices: 48 },
    ],
    startDevice: async () => ({ id: 133, uuid: 'c'.repeat(32), name: 'misty-river' }),
    powerOn: async () => {},
    removeFault: async (id) => void (faults = faults.filter((fault) => fault.id !== id)),
    visitOutside: async () => ({ is: 'elsewhere' }),
    answerOutside: async () => 'https://dashboard.example/',
    ...change,
  }
}

/** A dashboard without effects. */
export const aDashboard = (become = async () => {}, session: string | null = null): Dashboard => ({
  become,
  signOut: vi.fn(),
  session: () => session,
  onSignOut() {},
  resume: vi.fn(async () => {}),
  go: vi.fn(async () => {}),
  path: () => '/',
})

/** Renders the strip at the bottom of the sidebar. */
export async function openStrip(client = aControlClient(), session: string | null = null) {
  const onWorldChange = vi.fn()
  const become = vi.fn(async () => {})
  const { Strip, Stage } = await createSimulation(client, onWorldChange, aDashboard(become, session))
  render(
    <ThemeProvider test>
      <Strip collapsed={false} />
      <Stage />
      <Toaster />
    </ThemeProvider>,
  )
  return {
    door: client,
    onWorldChange,
    become,
    strip: within(screen.getByRole('region', { name: 'Simulator' })),
  }
}

/** Opens the panel; returns a function to switch tabs. */
export async function openPanel(client = aControlClient()) {
  const opened = await openStrip(client)
  await userEvent.click(opened.strip.getByRole('button', { name: 'Simulator panel' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Simulator' }))
  await panel.findByRole('tablist')
  const show = (tab: string) => userEvent.click(panel.getByRole('tab', { name: tab }))
  return { ...opened, panel, show }
}
