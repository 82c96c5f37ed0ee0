import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { LONGEST_DEVICE_TAG } from '../../../src/domain/tags/tags.ts'
import type { OpenWorldOptions } from '../open-world.tsx'
import { reasonOf } from '../variables/variable-screens.ts'
import { findTable, loadParts, openDevices } from './device-list-screens.ts'

loadParts()
beforeAll(() => import('../../../src/features/device-list/bulk/BulkDialog.tsx'), 60_000)

const FLEET = 'kiosk-lobby'
type World = Awaited<ReturnType<typeof openDevices>>['world']

const devicesOf = (world: World) =>
  world.rows(
    `/v7/device?$select=id,uuid,device_name,note&$expand=device_tag($select=tag_key,value)&$filter=belongs_to__application/any(a:a/app_name eq '${FLEET}')&$orderby=device_name`,
    'ada',
  )

async function openBulk(options: OpenWorldOptions = {}) {
  const opened = await openDevices(FLEET, '', options)
  await findTable()
  const [one, two] = await devicesOf(opened.world)
  await userEvent.click(screen.getByRole('button', { name: 'Bulk changes from CSV' }))
  const dialog = within(await screen.findByRole('dialog'))
  const check = async (text: string) => {
    fireEvent.change(dialog.getByLabelText('Or paste rows'), { target: { value: text } })
    await userEvent.click(dialog.getByRole('button', { name: 'Check' }))
  }
  return { ...opened, dialog, check, one: String(one?.uuid), two: String(two?.uuid) }
}

const writes = (asked: readonly { method: string }[]) => asked.filter(({ method }) => method !== 'GET').length

test('nothing is sent before confirmation; then all changes are applied, and undone [OPS-100] [OPS-104]', async () => {
  const { dialog, check, one, two, asked, world } = await openBulk()
  const before = await devicesOf(world)
  const sent = writes(asked)
  await check(
    `uuid,name,note,tag:desk,var:DESK\n${one},front-desk,by the door,7,x\n${two},,by the door,7,y\nffff,a,b,c,d\n`,
  )
  expect(await dialog.findByText('7 changes on 2 devices')).toBeVisible()
  expect(
    within(dialog.getByRole('region', { name: 'Rows with problems' })).getByText(/No device ffff/),
  ).toBeVisible()
  expect(dialog.queryByText('x')).toBeNull()
  expect(writes(asked)).toBe(sent)

  await userEvent.click(dialog.getByRole('button', { name: 'Apply 7 changes' }))
  expect(await dialog.findByText('7 changes made')).toBeVisible()
  const after = await devicesOf(world)
  expect(after.filter(({ note }) => note === 'by the door')).toHaveLength(2)
  expect(after.find(({ uuid }) => uuid === one)?.device_name).toBe('front-desk')
  // The notes of both were sent in one request.
  expect(asked.filter(({ method, url }) => method === 'PATCH' && url.includes('/v7/device?'))).toHaveLength(1)

  await userEvent.click(dialog.getByRole('button', { name: 'Undo…' }))
  expect(await dialog.findByText('7 changes on 2 devices')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Apply 7 changes' }))
  expect(await dialog.findByText('7 changes made')).toBeVisible()
  const plain = (rows: typeof before) =>
    rows.map(({ uuid, device_name, note, device_tag }) => [uuid, device_name, note ?? '', device_tag])
  expect(plain(await devicesOf(world))).toEqual(plain(before))
})

test('failed changes are kept and retried; a lost response is looked up first [OPS-103]', async () => {
  let fault: 'refused' | 'lost' | 'none' = 'refused'
  const { dialog, check, one, two, asked, world } = await openBulk({
    answer: async (request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/v7/device_tag')) return undefined
      const { value } = (await request.clone().json()) as { value: string }
      if (value !== '7' || fault === 'none') return undefined
      return fault === 'refused'
        ? new Response('"No"', { status: 400, headers: { 'Content-Type': 'application/json' } })
        : Promise.reject(new TypeError('lost'))
    },
  })
  await check(`uuid,tag:desk\n${one},7\n${two},8\n`)
  await userEvent.click(await dialog.findByRole('button', { name: 'Apply 2 changes' }))
  expect(await dialog.findByText('1 failed')).toBeVisible()
  expect(dialog.getByText('1 change made')).toBeVisible()

  fault = 'lost'
  await userEvent.click(dialog.getByRole('button', { name: 'Retry the rest' }))
  expect(await dialog.findByText('1 without a response')).toBeVisible()
  const row = (await devicesOf(world)).find(({ uuid }) => uuid === one)
  await world.request('/v7/device_tag', {
    as: 'ada',
    method: 'POST',
    body: { device: row?.id, tag_key: 'desk', value: '7' },
  })
  fault = 'none'
  const sent = writes(asked)
  await userEvent.click(dialog.getByRole('button', { name: 'Retry the rest' }))
  expect(await dialog.findByText('2 changes made')).toBeVisible()
  expect(writes(asked)).toBe(sent)
})

test('that the changes are paused is announced at once, however recent the last announcement', async () => {
  const answered = Promise.withResolvers<undefined>()
  const { dialog, check, one, two } = await openBulk({
    answer: (request) =>
      request.method === 'POST' && request.url.endsWith('/v7/device_tag') ? answered.promise : undefined,
  })
  await check(`uuid,tag:desk\n${one},7\n${two},8\n`)
  await userEvent.click(await dialog.findByRole('button', { name: 'Apply 2 changes' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Pause' }))
  const paused = await dialog.findByText(/^Paused/)
  expect(paused.closest('[role="status"]')?.getAttribute('aria-live')).not.toBe('off')
  answered.resolve(undefined)
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(await dialog.findByText('2 changes made')).toBeVisible()
})

test('a change that matches nothing any more, which the platform accepts, is not counted as made [OPS-103]', async () => {
  const { dialog, check, one, two, asked, world } = await openBulk()
  const [first] = await devicesOf(world)
  const tag = { device: first?.id, tag_key: 'desk', value: '6' }
  const made = await world.request('/v7/device_tag', { as: 'ada', method: 'POST', body: tag })
  const { id } = (await made.json()) as { id: number }
  await check(`uuid,note,tag:desk\n${one},,7\n${two},by the door,\n`)
  expect(await dialog.findByText('2 changes on 2 devices')).toBeVisible()
  // Somebody else removes the tag meanwhile.
  expect((await world.request(`/v7/device_tag(${id})`, { as: 'ada', method: 'DELETE' })).status).toBe(200)
  await userEvent.click(dialog.getByRole('button', { name: 'Apply 2 changes' }))
  expect(await dialog.findByText('1 failed')).toBeVisible()
  expect(dialog.getByText('1 change made')).toBeVisible()
  expect(dialog.getByText(/Not there any more: the device or the value was deleted/)).toBeVisible()
  expect(asked.some(({ method, url }) => method === 'PATCH' && url.includes('/v7/device_tag?'))).toBe(true)
  expect(JSON.stringify(await devicesOf(world))).not.toContain('"desk"')
})

test('users who may change none of it cannot open it, and see the reason [OPS-102]', async () => {
  await openDevices(FLEET, '', { as: 'olive' })
  await findTable()
  const button = screen.getByRole('button', { name: 'Bulk changes from CSV' })
  await waitFor(() => expect(reasonOf(button)).toBe('Your role here (Observer) does not allow this'))
  await userEvent.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('users who may not change a resource see that in its row [OPS-102]', async () => {
  const { dialog, check, one, world } = await openBulk({ as: 'sol' })
  const row = (await devicesOf(world)).find(({ uuid }) => uuid === one)
  await world.request('/v7/device_environment_variable', {
    as: 'ada',
    method: 'POST',
    body: { device: row?.id, name: 'DESK', value: '1' },
  })
  await check(`uuid,name,var:DESK\n${one},front-desk,7\n`)
  expect(await dialog.findByText('1 change on 1 device')).toBeVisible()
  expect(dialog.getByText(/^1 problem/)).toBeVisible()
})

test('the platform accepts the longest tag value that the dashboard allows, and rejects one beyond its own limit [OPS-101]', async () => {
  const { world, one } = await openBulk()
  const row = (await devicesOf(world)).find(({ uuid }) => uuid === one)
  const tag = (tag_key: string, length: number) =>
    world.request('/v7/device_tag', {
      as: 'ada',
      method: 'POST',
      body: { device: row?.id, tag_key, value: 'x'.repeat(length) },
    })
  expect((await tag('long', LONGEST_DEVICE_TAG)).status).toBe(201)
  expect((await tag('longer', 60_159)).status).toBe(400)
})

test('an invalid file is rejected with a message, and can be corrected [OPS-101]', async () => {
  const { dialog, check } = await openBulk()
  await check('uuid,colour\n1,red\n')
  expect(await dialog.findByText(/Unknown column “colour”/)).toBeVisible()
  const pasted = dialog.getByLabelText('Or paste rows')
  expect(pasted).toHaveValue('uuid,colour\n1,red\n')
  // Another file that cannot be used leaves what was pasted.
  const field = dialog.getByLabelText('CSV file')
  const moved = new File(['uuid,name\n'], 'moved.csv')
  moved.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  for (const [file, message] of [
    [moved, /^The file could not be read\. It may have been moved/],
    [new File([new Uint8Array([0x41, 0xfc])], 'latin.csv'), /^This is not a CSV file in UTF-8/],
  ] as const) {
    await userEvent.upload(field, file)
    expect(await dialog.findByText(message)).toBeVisible()
    expect(pasted).toHaveValue('uuid,colour\n1,red\n')
  }
  await userEvent.upload(field, new File(['uuid,name\n1,a\n'], 'fit.csv'))
  await waitFor(() => expect(pasted).toHaveValue('uuid,name\n1,a\n'))
  expect(dialog.queryByText(/^This is not a CSV file/)).toBeNull()
})

test('a server error is shown in its row, and a retry runs only once [OPS-103]', async () => {
  let isBroken = true
  const sent: string[] = []
  const { dialog, check, one, two, world } = await openBulk({
    answer: async (request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/v7/device_tag')) return undefined
      const { value } = (await request.clone().json()) as { value: string }
      sent.push(value)
      if (!isBroken || value !== '8') return undefined
      return new Response('"No"', { status: 500, headers: { 'Content-Type': 'application/json' } })
    },
  })
  await check(`uuid,tag:desk\n${one},7\n${two},8\n`)
  await userEvent.click(await dialog.findByRole('button', { name: 'Apply 2 changes' }))
  expect(await dialog.findByText(/^1 (failed|without a response)$/)).toBeVisible()
  expect(dialog.getByText('1 change made')).toBeVisible()
  isBroken = false
  await userEvent.click(dialog.getByRole('button', { name: 'Retry the rest' }))
  expect(await dialog.findByText('2 changes made')).toBeVisible()
  expect(sent.filter((value) => value === '7')).toHaveLength(1)
  const desks = (await devicesOf(world)).flatMap(({ device_tag: tags }) =>
    (tags as { tag_key: string; value: string }[]).filter(({ tag_key }) => tag_key === 'desk'),
  )
  expect(desks.map(({ value }) => value).toSorted()).toEqual(['7', '8'])
})

test('rate-limited requests wait, and nothing runs twice [OPS-103]', async () => {
  const sent: string[] = []
  const { dialog, check, one, two } = await openBulk({
    answer: async (request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/v7/device_tag')) return undefined
      const { value } = (await request.clone().json()) as { value: string }
      sent.push(value)
      if (value !== '8' || sent.filter((each) => each === '8').length > 1) return undefined
      return new Response('"Too many"', { status: 429, headers: { 'Retry-After': '1' } })
    },
  })
  await check(`uuid,tag:desk\n${one},7\n${two},8\n`)
  await userEvent.click(await dialog.findByRole('button', { name: 'Apply 2 changes' }))
  expect(await dialog.findByText('2 changes made')).toBeVisible()
  expect(sent.toSorted()).toEqual(['7', '8', '8'])
})
