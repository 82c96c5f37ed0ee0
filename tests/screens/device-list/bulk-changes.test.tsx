import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { findTable, loadParts, openDevices } from './device-list-screens.ts'
import type { OpenWorldOptions } from '../open-world.tsx'

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

test('nothing is sent before it is confirmed; then all is made, and taken back [OPS-100] [OPS-104]', async () => {
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
  // The note of both went in one request.
  expect(asked.filter(({ method, url }) => method === 'PATCH' && url.includes('/v7/device?'))).toHaveLength(1)

  await userEvent.click(dialog.getByRole('button', { name: 'Undo…' }))
  expect(await dialog.findByText('7 changes on 2 devices')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Apply 7 changes' }))
  expect(await dialog.findByText('7 changes made')).toBeVisible()
  const plain = (rows: typeof before) =>
    rows.map(({ uuid, device_name, note, device_tag }) => [uuid, device_name, note ?? '', device_tag])
  expect(plain(await devicesOf(world))).toEqual(plain(before))
})

test('what failed is kept and tried again; an answer that was lost is looked up first [OPS-103]', async () => {
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
  await userEvent.click(dialog.getByRole('button', { name: 'Try the rest again' }))
  expect(await dialog.findByText('1 without an answer')).toBeVisible()
  const row = (await devicesOf(world)).find(({ uuid }) => uuid === one)
  await world.request('/v7/device_tag', {
    as: 'ada',
    method: 'POST',
    body: { device: row?.id, tag_key: 'desk', value: '7' },
  })
  fault = 'none'
  const sent = writes(asked)
  await userEvent.click(dialog.getByRole('button', { name: 'Try the rest again' }))
  expect(await dialog.findByText('2 changes made')).toBeVisible()
  expect(writes(asked)).toBe(sent)
})

test('who may not change a thing is told so, row by row [OPS-102]', async () => {
  const { dialog, check, one } = await openBulk({ as: 'olive' })
  await check(`uuid,name,tag:desk\n${one},front-desk,7\n`)
  expect(await dialog.findByText('0 changes on 0 devices')).toBeVisible()
  expect(dialog.getByText('2 problems: these cells are left out')).toBeVisible()
})

test('a file that cannot be used is refused in words, and stays to be mended [OPS-101]', async () => {
  const { dialog, check } = await openBulk()
  await check('uuid,colour\n1,red\n')
  expect(await dialog.findByText(/The column “colour” is not known/)).toBeVisible()
  expect(dialog.getByLabelText('Or paste rows')).toHaveValue('uuid,colour\n1,red\n')
})
