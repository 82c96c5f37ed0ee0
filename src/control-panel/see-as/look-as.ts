import { api } from '@/api/api.ts'
import type { Dashboard } from '@/control-panel/dashboard.ts'
import { accessText } from '@/messages/access/access.ts'
import type { DemoUser } from '@/simulation/control-contract.ts'
import {
  controlKey,
  missingControls,
  readPageView,
  type Lack,
  type PageView,
  type Seen,
} from './page-controls.ts'
import { seenAs } from './seen-as.ts'

const POLL_EVERY_MS = 120
/** Number of identical readings after which a page counts as fully loaded. */
const STABLE_READINGS = 3
const LONGEST_MS = 10_000

const roleNames: Readonly<Record<string, string>> = accessText.roles
export const roleName = (role: string): string => roleNames[role] ?? role

/** The user for comparison, with all or most permissions. */
const referenceUser = (people: readonly DemoUser[]): DemoUser | undefined =>
  people.find(({ role }) => role === 'administrator') ??
  people.toSorted((one, other) => one.lacks.length - other.lacks.length)[0]

/** The page as a user sees it, once it is fully loaded. */
async function viewAs(dashboard: Dashboard, { email, password }: DemoUser, page: string): Promise<PageView> {
  await dashboard.become(email, password)
  if (dashboard.path() !== page) await dashboard.go(page)
  return standing()
}

async function standing(): Promise<PageView> {
  const end = performance.now() + LONGEST_MS
  let known = readPageView()
  for (let same = 0; same < STABLE_READINGS && performance.now() < end;) {
    await new Promise((resume) => setTimeout(resume, POLL_EVERY_MS))
    const view = readPageView()
    const isLoading = document.querySelector('main [aria-busy=true]') !== null
    same = !isLoading && marks(view) === marks(known) ? same + 1 : 0
    known = view
  }
  return known
}

const marks = ({ heading, controls }: PageView) =>
  [heading, ...controls.map((control) => `${controlKey(control)} ${control.isEnabled}`)].join('\n')

/** A user without access is redirected; the page still counts, unless the user navigated on from there. */
function pageLookedAt(dashboard: Dashboard): string {
  const known = seenAs.get()
  const here = dashboard.path()
  return known?.shown === here ? known.page : here
}

/** The user who is really signed in. */
async function ownSession(
  dashboard: Dashboard,
  people: readonly DemoUser[],
): Promise<{ name: string; session: string } | undefined> {
  const known = seenAs.get()
  if (known !== null) return known.own
  const session = dashboard.session()
  if (session === null) return undefined
  const { username } = await api().session.whoAmI()
  return { name: people.find((one) => one.username === username)?.name ?? username, session }
}

export interface LookedAt {
  lacks: readonly Lack[]
  /** The page they see instead. */
  otherPage: string | null
}

/** Views this page as another user and compares it. Undefined: nobody is signed in. */
export async function readAs(
  dashboard: Dashboard,
  people: readonly DemoUser[],
  person: DemoUser,
): Promise<LookedAt | undefined> {
  const own = await ownSession(dashboard, people)
  const most = referenceUser(people)
  if (own === undefined || most === undefined) return undefined
  const page = pageLookedAt(dashboard)
  const { username, name, role } = person
  seenAs.set({ username, name, role, own, page, shown: page })
  const reference = await viewAs(dashboard, most, page)
  const view = username === most.username ? reference : await viewAs(dashboard, person, page)
  seenAs.set({ username, name, role, own, page, shown: dashboard.path() })
  return {
    lacks: missingControls(reference, view),
    otherPage: view.heading === reference.heading ? null : view.heading,
  }
}

/** Returns to the real user, on the same page. */
export async function endSeeAs(dashboard: Dashboard): Promise<void> {
  const known = seenAs.get()
  if (known === null) return
  const page = pageLookedAt(dashboard)
  // Until then the bar with the way back stays, in case this fails.
  await dashboard.resume(known.own.session)
  seenAs.set(null)
  if (dashboard.path() !== page) await dashboard.go(page)
}

/** The page as each user sees it, one after the other; returns to the real user. */
export async function viewAsEach(
  dashboard: Dashboard,
  people: readonly DemoUser[],
  onRead: (person: DemoUser, n: number) => void,
): Promise<{ page: string; seen: Seen[] }> {
  const page = pageLookedAt(dashboard)
  const before = dashboard.session()
  const seen: Seen[] = []
  try {
    for (const [at, person] of people.entries()) {
      onRead(person, at + 1)
      seen.push({
        who: `${person.name} (${roleName(person.role)})`,
        view: await viewAs(dashboard, person, page),
      })
    }
  } finally {
    if (before !== null) await dashboard.resume(before)
    if (dashboard.path() !== page) await dashboard.go(page)
  }
  return { page, seen }
}
