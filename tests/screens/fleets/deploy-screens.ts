import { act, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { paths } from '../../../src/lib/paths.ts'
import { dialogNamed } from '../dialogs.ts'
import { TOKEN_KEY, type Asked } from '../open-app.tsx'
import { openWorld } from '../open-world.tsx'
import { reasonOf, write } from '../variables/variable-screens.ts'

export const START = Date.parse('2026-11-20T14:00Z')
export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE
export const KEPT = TOKEN_KEY.replace(/token$/, 'deploy')

export const project = (name: string) => `https://github.com/flotilla-examples/${name}`

type One = 'fleet' | 'app' | 'block'
type Options = Parameters<typeof openWorld>[1]

export const titleOf = (one: One) => `Deploy ${one === 'app' ? 'an' : 'a'} ${one} from a URL`
type Dialog = Awaited<ReturnType<typeof dialogNamed>>

export async function openDeploy(one: One = 'fleet', options: Options = {}) {
  const opened = await openWorld(paths.deployApplication(one), options)
  return { ...opened, dialog: await dialogNamed(titleOf(one)) }
}

export async function read(dialog: Dialog, url: string): Promise<void> {
  const field = dialog.getByRole('textbox', { name: 'Repository' })
  await userEvent.clear(field)
  await write(field, url)
  await userEvent.keyboard('{Enter}')
}

export const found = (dialog: Dialog) => dialog.findByRole('region', { name: 'What will be deployed' })

export async function chooseOrganization(dialog: Dialog, name = 'Acme Logistics'): Promise<void> {
  const picker = dialog.getByRole('combobox', { name: 'Organization' })
  await within(picker).findByRole('option', { name })
  await userEvent.selectOptions(picker, name)
}

export const typeOf = (dialog: Dialog) =>
  dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Default device type' }).selectedOptions[0]?.text

export const deployButton = (dialog: Dialog) =>
  dialog.getByRole('button', { name: /^(Create and deploy|Deploy)$/ })

export async function deploy(dialog: Dialog): Promise<void> {
  await waitFor(() => expect(reasonOf(deployButton(dialog))).toBeUndefined())
  await userEvent.click(deployButton(dialog))
}

export const builds = (asked: readonly Asked[]) =>
  asked.filter(({ url }) => url.startsWith('/v3/')).map(({ url }) => url)

export const valuesOf = async (
  world: TestCloud,
  resource: string,
  fleet: string,
): Promise<Record<string, unknown>> =>
  Object.fromEntries<unknown>(
    (
      await world.rows(
        `/v7/${resource}?$select=name,value&$filter=application/any(a:a/app_name eq '${fleet}')`,
        'ada',
      )
    ).map(({ name, value }) => [String(name), value] as const),
  )

/** Sets the clock of the test to that of the world, because builds and links expire by both. Call it once per test file. */
export const followWorldClock = () =>
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: START })
  })

/** Advances the world and notifies the page. */
export const advance = (world: TestCloud, ms: number) =>
  act(async () => {
    world.clock.advanceTo(world.clock.now() + ms)
    vi.setSystemTime(world.clock.now())
  })
