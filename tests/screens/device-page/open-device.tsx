import { fireEvent, screen } from '@testing-library/react'
import { afterEach } from 'vitest'
import { createTestCloud, type TestCloud } from '../../../mocks/hosts/node.ts'
import type { ThirdParties } from '../../../src/lib/third-parties.ts'
import { json, openApp, TOKEN_KEY, type Answer } from '../open-app.tsx'

type Person = Parameters<TestCloud['token']>[0]

export interface DeviceScreen {
  world: TestCloud
  uuid: string
  asked: Awaited<ReturnType<typeof openApp>>['asked']
}

type DeviceRow = Record<string, unknown>
/** Other values of some fields, or a function of the response. */
type DeviceChange = DeviceRow | ((row: DeviceRow) => DeviceRow)

export interface OpenDeviceOptions {
  /** Selects the device by a filter of the data API; default: the first by name. */
  where: string
  as?: Person
  scenario?: string
  /** The query of the device's URL: `?panel=logs`. */
  search?: string
  /** Responds instead of the cloud. */
  answer?: Answer
  /** Changes the device in responses, for states that no scenario has. */
  change?: DeviceChange
  /** Whether the page has access to the simulated world. */
  simulated?: boolean
  /** Configured third parties. */
  parties?: ThirdParties
  /** Changes the world before the page opens. */
  before?: (world: TestCloud, device: { id: number; uuid: string }) => Promise<void>
}

const worlds: TestCloud[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose()
})

/** Opens the page of a device with the real routes and a cloud whose clock the test controls. */
export async function openDevice(options: OpenDeviceOptions): Promise<DeviceScreen> {
  const {
    where,
    as = 'ada',
    scenario = 'first-look',
    search = '',
    answer,
    change,
    before,
    simulated,
    parties,
  } = options
  const world = createTestCloud(scenario)
  worlds.push(world)
  const device = await findDevice(world, where)
  await before?.(world, device)
  localStorage.setItem(TOKEN_KEY, await world.token(as))
  const { asked } = await openApp(
    `/devices/${device.uuid}${search}`,
    (request) => (isOwnServer(request) ? undefined : (answer?.(request) ?? handle(world, request, change))),
    { simulated: simulated === true, ...(parties === undefined ? {} : { parties }) },
  )
  return { world, uuid: device.uuid, asked }
}

/** Requests for the dashboard's own files are not for the platform. */
const isOwnServer = (request: Request) => new URL(request.url).origin === window.location.origin

async function handle(world: TestCloud, request: Request, change: DeviceChange | undefined) {
  const response = await world.cloud.handle(request)
  if (change === undefined || !isDeviceRead(request)) return response
  const { d } = (await response.json()) as { d: DeviceRow[] }
  const of = (row: DeviceRow) => (typeof change === 'function' ? change(row) : change)
  return json({ d: d.map((row) => ({ ...row, ...of(row) })) })
}

/** The request that reads the device. */
export function isDeviceRead(request: { method: string; url: string }): boolean {
  return request.method === 'GET' && decodeURIComponent(request.url).includes('/v7/device(uuid=')
}

async function findDevice(world: TestCloud, where: string): Promise<{ id: number; uuid: string }> {
  const query = `$select=id,uuid&$top=1&$orderby=device_name asc&$filter=${where}`
  const [row] = await world.rows(`/v7/device?${query}`, 'ada')
  if (typeof row?.id !== 'number' || typeof row.uuid !== 'string') throw new Error(`No device where ${where}`)
  return { id: row.id, uuid: row.uuid }
}

/** Captures the supervisor calls with this name, as sent to the platform. */
export function supervisorCalls(call: string) {
  const calls: unknown[] = []
  const answer = (request: Request) => {
    if (request.url.endsWith(`/supervisor/v1/${call}`))
      void request
        .clone()
        .json()
        .then((body: unknown) => calls.push(body))
    return undefined
  }
  return { calls, answer }
}

/** The fields that identify a device to the platform's proxy. */
export async function proxyTarget({ world, uuid }: DeviceScreen) {
  const [row] = await world.rows(`/v7/device(uuid='${uuid}')?$select=id,belongs_to__application`, 'ada')
  const appId = (row?.['belongs_to__application'] as { __id: number } | undefined)?.__id
  return { deviceId: row?.['id'], appId, data: { appId } }
}

/** The panel with this heading. */
export const findPanel = (name: string) => screen.findByRole('region', { name })

/** Expands the info card. */
export function openMoreDetails() {
  const more = screen.getByText(/^More details/)
  if (more.closest('details')?.open === false) fireEvent.click(more)
}

/** The value with this name in the info card, which is expanded. */
export function factOf(label: string): HTMLElement {
  openMoreDetails()
  const term = screen.getAllByRole('term').find(({ textContent }) => textContent === label)
  const value = term?.nextElementSibling
  if (!(value instanceof HTMLElement)) throw new Error(`No field ${label}`)
  return value
}
