import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { demoPeople } from '../../../mocks/worlds/people.ts'
import { paths } from '../../../src/lib/paths.ts'
import { pageText } from '../../../src/messages/app/pages.ts'
import { openWorld } from '../open-world.tsx'

const TABS = ['', 'releases', 'devices', 'envvars', 'config', 'api-keys', 'members', 'teams', 'settings']

interface Application {
  id: number
  slug: string
  is_of__class: 'fleet' | 'block' | 'app'
  is_public: boolean
  is_host: boolean
  organization: readonly unknown[]
}

/** One application per class, type and organization that the user can see. */
async function visibleKinds(world: TestCloud, person: Parameters<TestCloud['token']>[0]) {
  const url =
    '/v7/application?$select=id,slug,is_of__class,is_public,is_host&$expand=organization($select=id)&$orderby=id asc'
  const kinds = new Map<string, Application>()
  for (const row of (await world.rows(url, person)) as unknown as Application[]) {
    const { is_of__class: of, is_public: isPublic, is_host: isHost, organization, slug } = row
    const owner = organization.length === 0 ? 'unseen' : (slug.split('/')[0] ?? '')
    const kind = [of, isPublic, isHost, owner].join(' ')
    if (!kinds.has(kind)) kinds.set(kind, row)
  }
  return [...kinds.values()]
}

/** Navigates to a path like a link, and waits for the final page. */
async function visit(path: string) {
  await act(async () => {
    // The history state of the router.
    window.history.pushState({ usr: null, key: path, idx: window.history.length }, '', path)
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  })
  await waitFor(() => {
    const { pathname, search } = window.location
    expect(document.documentElement.dataset.shown).toBe(pathname + search)
    expect(screen.getAllByRole('heading', { level: 1, hidden: true })).toHaveLength(1)
  })
}

test.each(demoPeople.map(({ username }) => username))(
  '%s can open every tab of every kind of application',
  async (person) => {
    const { world } = await openWorld(paths.fleets(), { as: person })
    await screen.findByRole('heading', { level: 1 })
    const problems = vi.spyOn(console, 'error').mockImplementation(() => {})
    const failed: string[] = []
    const kinds = await visibleKinds(world, person)
    expect(kinds.length).toBeGreaterThan(0)
    for (const { id, slug, is_of__class: of } of kinds) {
      for (const tab of TABS) {
        await visit(`${paths.application(id, of)}${tab === '' ? '' : `/${tab}`}`)
        if (screen.queryByText(pageText.failed) !== null) failed.push(`${of} ${slug}/${tab}`)
      }
    }
    expect(failed).toEqual([])
    expect(problems.mock.calls.map(([text]) => String(text))).toEqual([])
    problems.mockRestore()
  },
)
