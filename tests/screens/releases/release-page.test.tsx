import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { accessText } from '../../../src/messages/access/access.ts'
import { buildText, releasePageText } from '../../../src/messages/releases/releases.ts'
import { findPanel } from '../device-page/open-device.tsx'
import { address, findHeading, refuse } from '../open-app.tsx'
import { fleetId, openWorld, readable } from '../open-world.tsx'
import { captureSavedFiles } from '../saved-files.ts'
import { reasonOf, write, writes } from '../variables/variable-screens.ts'
import { changingRelease, releasePage, releaseRow } from './release-screens.ts'

afterEach(() => vi.restoreAllMocks())

const panel = async (name: string) => within(await findPanel(name))

test('a release opens on its summary, with breadcrumbs and its parts [ROUTE-060, ROUTE-061]', async () => {
  await openWorld(releasePage('cold-chain-eu', '4.12.1'))
  await findHeading('4.12.1')
  await waitFor(() => expect(document.title).toBe('4.12.1 · cold-chain-eu · Flotilla'))
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
  expect(crumbs.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Acme Logistics',
    'Fleets',
    'cold-chain-eu',
    'Releases',
    '4.12.1',
  ])
  const tabs = within(screen.getByRole('navigation', { name: 'Release sections' }))
  expect(tabs.getByRole('link', { name: 'Summary' }).getAttribute('aria-current')).toBe('page')
  await userEvent.click(tabs.getByRole('link', { name: 'Settings' }))
  await findPanel('Danger zone')
  expect(address()).toMatch(/\/settings$/)
  await waitFor(() => expect(document.title).toBe('Settings · 4.12.1 · cold-chain-eu · Flotilla'))
})

test('an id that is not a number shows an error and redirects one level up [ROUTE-062]', async () => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}/releases/newest`)
  await findHeading('Releases')
  expect(address()).toMatch(/^\/fleets\/\d+\/releases$/)
  expect(screen.getByText('Invalid id passed in URL: newest')).toBeVisible()
})

test.each([
  ['does not exist', '999999'],
  ['is too large', '99999999999'],
])('an id that %s redirects to the releases [ROUTE-081]', async (_why, id) => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}/releases/${id}`)
  await findHeading('Releases')
  expect(screen.getByText('This release does not exist, or you have no access to it')).toBeVisible()
})

test('a release of another fleet redirects to the releases of this one [ROUTE-081]', async () => {
  await openWorld(async (world) => {
    const { id } = await releaseRow(world, 'bench-lab', '0.8.4')
    return `/fleets/${await fleetId(world, 'cold-chain-eu')}/releases/${id}`
  })
  await findHeading('Releases')
  expect(screen.getByText('This release does not exist, or you have no access to it')).toBeVisible()
})

test('the images are listed by service name, with their sizes and locations [REL-002, REL-040]', async () => {
  const { asked } = await openWorld(releasePage('cold-chain-eu', '4.12.1'), {
    change: changingRelease(({ release_image }) => ({
      release_image: (release_image as object[]).toReversed(),
    })),
  })
  const images = await panel('Images')
  const names = images.getAllByRole('rowheader').map(({ textContent }) => textContent ?? '')
  expect(names.length).toBeGreaterThan(2)
  expect(names).toEqual(names.toSorted())
  expect(images.getAllByText(/^registry2\./).length).toBe(names.length)
  expect(images.getAllByText(/MiB$/).length).toBe(names.length)
  const read = asked.map(({ url }) => readable(url)).find((url) => /\/v7\/release\(\d+\)/.test(url))
  expect(read).toContain('release_image(')
  // Long texts are read only where they are shown.
  expect(read).not.toContain('build_log')
})

test('the compose file is shown and can be downloaded [REL-003, REL-004, REL-034]', async () => {
  const saved = captureSavedFiles()
  await openWorld(releasePage('cold-chain-eu', '4.12.1'))
  const compose = await panel('Compose file')
  expect(compose.getByRole('region', { name: 'Text of the compose file' }).textContent).toContain(
    'context: ./',
  )
  await userEvent.click(compose.getByRole('button', { name: 'Download' }))
  expect(saved.map(({ name }) => name)).toEqual(['docker-compose_cold-chain-eu_release-4.12.1.yml'])
  expect(await saved[0]?.blob.text()).toContain('services:')
})

test('a composition that cannot be parsed is shown as raw text [REL-048]', async () => {
  await openWorld(releasePage('cold-chain-eu', '4.12.1'), {
    change: changingRelease(() => ({ composition: 'services: [' })),
  })
  const compose = await panel('Compose file')
  expect(compose.getByText('Could not parse composition data')).toBeVisible()
  expect(compose.getByRole('region', { name: 'Text of the compose file' }).textContent).toBe('services: [')
})

test('a file that cannot be saved shows an error toast and an error in place [REL-055]', async () => {
  captureSavedFiles()
  await openWorld(releasePage('cold-chain-eu', '4.12.1'))
  const compose = await panel('Compose file')
  URL.createObjectURL = () => {
    throw new Error('No room')
  }
  await userEvent.click(compose.getByRole('button', { name: 'Download' }))
  const toast = await within(screen.getByRole('region', { name: 'Notifications' })).findByText(
    'The file could not be saved',
  )
  expect(toast.closest('[data-tone="bad"]')).not.toBeNull()
  expect(compose.getByText('The file could not be saved')).toBeVisible()
})

test('the build log is that of the selected service; it is searched, downloaded and expanded [REL-005, REL-006, REL-035]', async () => {
  const saved = captureSavedFiles()
  await openWorld(releasePage('cold-chain-eu', '4.12.1'))
  const log = await panel('Build log')
  const service = await log.findByRole<HTMLSelectElement>('combobox', { name: 'Service' })
  const first = service.options[0]?.value ?? ''
  await waitFor(() => expect(log.getByRole('log').textContent).toContain(`[${first}] Step 1/7`))
  const other = service.options[1]?.value ?? ''
  await userEvent.selectOptions(service, other)
  await waitFor(() => expect(log.getByRole('log').textContent).toContain(`[${other}] Step 1/7`))
  expect(address()).toContain(`service=${other}`)

  await userEvent.type(log.getByRole('searchbox', { name: 'Find in the log' }), 'copy')
  expect(await log.findByText('1 of 2')).toBeVisible()
  await userEvent.click(log.getByRole('button', { name: 'Next match' }))
  expect(log.getByText('2 of 2')).toBeVisible()
  expect(log.getByRole('log').querySelectorAll('mark')).toHaveLength(2)
  expect(log.getByRole('log').querySelector('[data-current]')?.textContent).toContain('COPY . ./')

  await userEvent.click(log.getByRole('button', { name: 'Download log' }))
  expect(saved.map(({ name }) => name)).toEqual([`cold-chain-eu_release-log_${other}-4.12.1.txt`])
  await userEvent.click(log.getByRole('button', { name: 'Expand log' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Images' })).toBeNull())
  expect(address()).toContain('panel=log')
  await userEvent.click(await screen.findByRole('button', { name: 'Shrink log' }))
  await findPanel('Images')
})

test('the state of a build log is kept when it is expanded, with the focus [REL-035]', async () => {
  await openWorld(releasePage('cold-chain-eu', '4.12.1'))
  const build = await panel(buildText.title)
  await userEvent.type(await build.findByRole('searchbox', { name: buildText.search }), 'copy')
  await userEvent.click(await build.findByRole('button', { name: buildText.next }))
  expect(build.getByText('2 of 2')).toBeVisible()
  await userEvent.click(build.getByRole('button', { name: buildText.expand }))
  const shrink = await screen.findByRole('button', { name: buildText.shrink })
  expect(shrink).toHaveFocus()
  expect(screen.getByText('2 of 2')).toBeVisible()

  await userEvent.click(screen.getByRole('radio', { name: buildText.views.dockerfile }))
  await userEvent.click(shrink)
  await findPanel('Images')
  expect(screen.getByRole('button', { name: buildText.expand })).toHaveFocus()
  expect(screen.getByRole('radio', { name: buildText.views.dockerfile })).toBeChecked()
})

test('of a log of more than 3,000 lines the last 2,999 are shown, with a notice; the file has all [REL-032, REL-033]', async () => {
  const saved = captureSavedFiles()
  const build_log = Array.from({ length: 3_100 }, (_, at) => `line ${at + 1}\n`).join('')
  await openWorld(releasePage('cold-chain-eu', '4.12.1'), {
    change: (url, rows) => (url.includes('/v7/image(') ? rows.map((row) => ({ ...row, build_log })) : rows),
  })
  const log = await panel('Build log')
  const lines = await log.findByRole('log')
  expect(within(lines).getByText(/The last 2,999 of 3,100 lines are shown/)).toBeVisible()
  expect(lines.textContent).toContain('line 102')
  expect(lines.textContent).not.toMatch(/line 101(?!\d)/)
  await userEvent.click(log.getByRole('button', { name: 'Download log' }))
  expect(await saved[0]?.blob.text()).toBe(build_log)
})

const withImages = (change: object, image: object = {}) => ({
  change: (url: string, rows: Record<string, unknown>[]) => {
    if (/\/v7\/release\(\d+\)/.test(url)) {
      return rows.map((row) => ({
        ...row,
        release_image: (row['release_image'] as { id: number; image: object[] }[]).map((join) => ({
          ...join,
          image: join.image.map((each) => ({ ...each, ...change })),
        })),
      }))
    }
    return url.includes('/v7/image(') ? rows.map((row) => ({ ...row, ...change, ...image })) : rows
  },
})

test('a build without a log shows that [REL-049]', async () => {
  await openWorld(releasePage('cold-chain-eu', '4.12.1'), withImages({}, { build_log: null }))
  const log = await panel('Build log')
  expect((await log.findAllByText('No build logs are available.')).length).toBe(2)
  expect(reasonOf(log.getByRole('button', { name: 'Download log' }))).toBe('No build logs are available.')
})

test('a service with a pre-built image shows that [REL-050]', async () => {
  const external = { project_type: 'External service' }
  await openWorld(
    releasePage('cold-chain-eu', '4.12.1'),
    withImages(external, { project_type: undefined, build_log: null }),
  )
  const log = await panel('Build log')
  expect(await log.findByText('This service uses a pre-built image.')).toBeVisible()
})

test('the Dockerfile is shown, and a missing one is reported [REL-054]', async () => {
  let dockerfile: string | null = 'FROM scratch\n'
  await openWorld(releasePage('cold-chain-eu', '4.12.1'), {
    change: (url, rows) => (url.includes('/v7/image(') ? rows.map((row) => ({ ...row, dockerfile })) : rows),
  })
  const log = await panel('Build log')
  await userEvent.click(await log.findByRole('radio', { name: 'Dockerfile' }))
  expect((await log.findByRole('region', { name: 'Dockerfile' })).textContent).toBe('FROM scratch\n')
  dockerfile = null
  const service = log.getByRole<HTMLSelectElement>('combobox', { name: 'Service' })
  await userEvent.selectOptions(service, service.options[1]?.value ?? '')
  expect(await log.findByText('No Dockerfile of this service is available.')).toBeVisible()
})

test('a failed build is shown with the builder’s message, a cancelled one as cancelled [REL-052]', async () => {
  await openWorld(releasePage('bench-lab', '0.8.5'))
  await findHeading(/^0\.8\.5/)
  expect(screen.getAllByText('The build failed.').length).toBe(2)
  const log = await panel('Build log')
  expect(log.getByText(/returned a non-zero code: 2/, { selector: 'code' })).toBeVisible()
})

test('a cancelled build is shown as cancelled [REL-053]', async () => {
  await openWorld(releasePage('bench-lab', '0.8.6'))
  await findHeading(/^0\.8\.6/)
  expect(screen.getAllByText('The build was cancelled.').length).toBe(2)
})

test('a running release shows a build in progress with a growing log [REL-021, REL-051]', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  let build_log = 'Step 1\n'
  const running = { status: 'running', end_timestamp: null }
  const { change } = withImages(running)
  await openWorld(releasePage('bench-lab', '0.9.0'), {
    change: (url, rows) =>
      change(url, rows).map((row) => {
        if (/\/v7\/release\(\d+\)/.test(url))
          return { ...row, ...running, update_timestamp: new Date().toISOString() }
        return url.includes('/v7/image(') ? { ...row, build_log } : row
      }),
  })
  const log = await panel('Build log')
  expect(await log.findByText('Still running')).toBeVisible()
  expect(screen.getByText(/^Building for /)).toBeVisible()
  await waitFor(() => expect(log.getByRole('log').textContent).toBe('Step 1'))
  build_log = 'Step 1\nStep 2\n'
  await vi.advanceTimersByTimeAsync(2_500)
  await waitFor(() => expect(log.getByRole('log').textContent).toBe('Step 1Step 2'))
})

test('a running build is cancelled, unless it has succeeded in the meantime', async () => {
  const running = { status: 'running', end_timestamp: null, update_timestamp: new Date().toISOString() }
  const sent: string[] = []
  const { world } = await openWorld(releasePage('bench-lab', '0.9.0'), {
    change: changingRelease(() => running),
    answer: async (request) => {
      if (request.method === 'PATCH')
        sent.push(`${readable(new URL(request.url).search)} ${await request.clone().text()}`)
      return undefined
    },
  })
  const row = () => releaseRow(world, 'bench-lab', '0.9.0', 'status,end_timestamp')
  const before = await row()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel build' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Cancel the build of 0\.9\.0/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel build' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatch(/^\?\$filter=status ne 'success' \{"status":"cancelled","end_timestamp":"\d{4}-/)
  // The world's own build has succeeded, so it does not change.
  expect(await row()).toEqual(before)
})

test('users who may not update releases see that at the cancel button', async () => {
  const running = { status: 'running', end_timestamp: null, update_timestamp: new Date().toISOString() }
  await openWorld(releasePage('bench-lab', '0.9.0'), { as: 'olive', change: changingRelease(() => running) })
  expect(reasonOf(await screen.findByRole('button', { name: 'Cancel build' }))).toBeTruthy()
})

test('the contract names device types as in the catalogue [REL-036]', async () => {
  await openWorld(releasePage('cold-chain-eu', '4.12.1'), {
    change: changingRelease(() => ({
      contract: { type: 'sw.container', requires: [{ type: 'hw.device-type', slug: 'intel-nuc' }] },
    })),
  })
  const contract = await panel('Contract')
  expect(await contract.findByText('Intel NUC')).toBeVisible()
  expect(contract.getByRole('region', { name: 'Text of the contract' }).textContent).toContain('sw.container')
})

test('tags are edited in place; without a name none is added [REL-001, TAG-002, TAG-005, PERM-067, PERM-083]', async () => {
  const { world, asked } = await openWorld(releasePage('cold-chain-eu', '4.12.1'), { as: 'sadie' })
  const older = await releaseRow(world, 'cold-chain-eu', '4.11.0')
  const body = { release: older.id, tag_key: 'ring', value: 'none' }
  expect((await world.request('/v7/release_tag', { as: 'ada', method: 'POST', body })).status).toBe(201)
  const tags = await panel('Tags')
  expect(tags.getByText('ticket: COLD-931')).toBeVisible()
  await userEvent.click(tags.getByRole('button', { name: 'Edit tags' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tags' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add tag' }))
  expect(dialog.getByRole('alert').textContent).toBe('A tag needs a name.')
  await write(dialog.getByRole('textbox', { name: 'Tag name' }), 'ring')
  await write(dialog.getByRole('textbox', { name: 'Value' }), 'first')
  await userEvent.click(dialog.getByText('Show as a command'))
  const { commit } = await releaseRow(world, 'cold-chain-eu', '4.12.1')
  expect(dialog.getByText(`balena tag set ring first --release ${commit}`)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Add tag' }))
  const ring = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'ring' })
  expect(ring.value).toBe('first')
  await userEvent.clear(ring)
  await write(ring, 'second')
  await userEvent.click(dialog.getByRole('button', { name: 'Save ring' }))
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Save ring' })).toBeNull())
  expect(screen.getByText('Tag ring saved').closest('[role="status"]')).not.toBeNull()
  const { id } = await releaseRow(world, 'cold-chain-eu', '4.12.1')
  const rings = await world.rows(
    "/v7/release_tag?$select=release,value&$filter=tag_key eq 'ring'&$orderby=value desc",
    'ada',
  )
  expect(rings).toEqual([
    { release: { __id: id }, value: 'second' },
    { release: { __id: older.id }, value: 'none' },
  ])
  expect(writes(asked)).toEqual(['POST /v7/release_tag', expect.stringMatching(/^PATCH \/v7\/release_tag/)])
  // A limited developer adds and changes; removing requires a developer.
  const remove = dialog.getByRole('button', { name: 'Remove ticket' })
  expect(reasonOf(remove)).toContain('Limited developer')
  await userEvent.click(remove)
  const rows = await world.rows("/v7/release_tag?$select=value&$filter=tag_key eq 'ticket'", 'ada')
  expect(rows).toContainEqual({ value: 'COLD-931' })
})

test('a developer removes a tag [PERM-067]', async () => {
  const { world } = await openWorld(releasePage('cold-chain-eu', '4.12.1'), { as: 'devi' })
  await userEvent.click((await panel('Tags')).getByRole('button', { name: 'Edit tags' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tags' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove ticket' }))
  await waitFor(() => expect(dialog.queryByRole('textbox', { name: 'ticket' })).toBeNull())
  const rows = await world.rows("/v7/release_tag?$select=value&$filter=tag_key eq 'ticket'", 'ada')
  expect(rows).not.toContainEqual({ value: 'COLD-931' })
})

test('a tag that fails to save shows an error toast, and the input is kept [TAG-007]', async () => {
  const { world } = await openWorld(releasePage('cold-chain-eu', '4.12.1'), {
    answer: (request) =>
      request.method === 'POST' && request.url.includes('/v7/release_tag') ? refuse(500) : undefined,
  })
  await userEvent.click((await panel('Tags')).getByRole('button', { name: 'Edit tags' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tags' }))
  await write(dialog.getByRole('textbox', { name: 'Tag name' }), 'ring')
  await userEvent.click(dialog.getByRole('button', { name: 'Add tag' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'The platform had an internal error. Retry in a moment.',
  )
  const toast = screen.getByText('The tags could not be changed')
  expect(toast.closest('[data-tone="bad"]')).not.toBeNull()
  expect(dialog.getByRole('textbox', { name: 'Tag name' })).toHaveProperty('value', 'ring')
  const { id } = await releaseRow(world, 'cold-chain-eu', '4.12.1')
  expect(await world.count(`/v7/release_tag/$count?$filter=release eq ${id}`, 'ada')).toBe(2)
})

test('notes and known issues are saved when typing pauses [REL-029, REL-030, REL-041, REL-042]', async () => {
  const { world, asked } = await openWorld(releasePage('cold-chain-eu', '4.12.1'))
  const notes = await panel('Notes')
  await userEvent.type(notes.getByRole('textbox', { name: 'Notes' }), 'Faster')
  expect(await notes.findByText('Saved')).toBeVisible()
  const issues = await panel('Known issues')
  await write(issues.getByRole('textbox', { name: 'Known issues' }), 'Loses the queue')
  expect(await issues.findByText('Saved')).toBeVisible()
  const row = await releaseRow(world, 'cold-chain-eu', '4.12.1', 'note,known_issue_list')
  expect(row).toMatchObject({ note: 'Faster', known_issue_list: 'Loses the queue' })
  expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(2)
})

test('a note that fails to save is kept, with the reason and a retry', async () => {
  let broken = true
  const { world } = await openWorld(releasePage('cold-chain-eu', '4.12.1'), {
    answer: (request) => (broken && request.method === 'PATCH' ? refuse(500) : undefined),
  })
  const notes = await panel('Notes')
  await write(notes.getByRole('textbox', { name: 'Notes' }), 'Faster')
  expect((await notes.findByRole('alert')).textContent).toContain('Not saved')
  broken = false
  await userEvent.click(notes.getByRole('button', { name: 'Retry' }))
  expect(await notes.findByText('Saved')).toBeVisible()
  expect(await releaseRow(world, 'cold-chain-eu', '4.12.1', 'note')).toMatchObject({ note: 'Faster' })
})

test('known issues that are too long are not sent', async () => {
  const { asked } = await openWorld(releasePage('cold-chain-eu', '4.12.0'))
  const issues = await panel('Known issues')
  const field = issues.getByRole('textbox', { name: 'Known issues' })
  expect(field).toHaveProperty('value', 'Readings taken while the uplink restarts are lost.')
  await write(field, 'x'.repeat(1_001))
  expect(issues.getByRole('alert').textContent).toBe('Known issues can have at most 1,000 characters.')
  expect(asked.some(({ method }) => method === 'PATCH')).toBe(false)
})

test('users who may not edit a release see its data and the reason [PERM-065, PERM-067, PERM-082]', async () => {
  await openWorld(releasePage('cold-chain-eu', '4.11.0'), { as: 'omar' })
  const notes = await panel('Notes')
  expect(notes.getByText('Reads four probes at once.')).toBeVisible()
  const refusal = accessText.notAllowed(accessText.roles.operator)
  expect(notes.getByText(releasePageText.cannotChange(refusal))).toBeVisible()
  expect(notes.queryByRole('textbox')).toBeNull()
  const tags = await panel('Tags')
  expect(reasonOf(tags.getByRole('button', { name: 'Edit tags' }))).toContain('Operator')
})
