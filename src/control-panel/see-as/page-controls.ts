import { computeAccessibleName, getRole } from 'dom-accessibility-api'
import { csvText } from '@/lib/csv.ts'
import { seeAsText as text } from '@/messages/see-as.ts'

/** Something of a page that can be used, or could be. */
export interface PageControl {
  role: string
  /** Accessible name. */
  name: string
  isEnabled: boolean
  /** What the page says of why it cannot be used. */
  reason: string | null
}

/** What somebody has on a page. */
export interface PageView {
  heading: string
  controls: readonly PageControl[]
}

const CONTROLS = [
  'button',
  'input:not([type=hidden])',
  'select',
  'textarea',
  ...['button', 'switch', 'checkbox', 'radio', 'tab', 'menuitem', 'combobox'].map((role) => `[role=${role}]`),
  // Links that look like buttons, and those that lead to the parts of a page.
  'a[data-variant]',
  'nav a[href]',
].join(', ')

/** What stands beside the pages and not in them. */
const BESIDE = '[role=dialog], [data-story-host], [data-simulation]'

/** The page as it stands, with the ways to other pages. */
export function viewOf(page: ParentNode = document): PageView {
  const found = new Map<string, PageControl>()
  for (const part of page.querySelectorAll('main, nav'))
    for (const element of part.querySelectorAll(part.tagName === 'NAV' ? 'a[href], button' : CONTROLS)) {
      if (element.closest(BESIDE) !== null || isHidden(element)) continue
      const control = controlOf(element)
      if (control.name === '') continue
      const key = keyOf(control)
      // Of several with one name it is enough that one can be used.
      if (found.get(key)?.isEnabled !== true) found.set(key, control)
    }
  const heading = page.querySelector('main h1')
  return { heading: squeezed(heading?.textContent ?? ''), controls: [...found.values()] }
}

function isHidden(element: Element): boolean {
  const hidden = element.closest('[hidden], [aria-hidden=true]')
  // Behind an open panel the whole page is hidden from assistive technology.
  const isPart = hidden !== null && hidden.closest('main, nav') !== null
  return isPart || ('checkVisibility' in element && !element.checkVisibility())
}

function controlOf(element: Element): PageControl {
  const role = getRole(element) ?? element.tagName.toLowerCase()
  const whole = squeezed(computeAccessibleName(element))
  // The ways to pages carry counts, and those differ from person to person.
  const name = role === 'link' ? whole.replace(/ ?[\d,]+$/, '') : whole
  const isEnabled = !element.matches(':disabled, [aria-disabled=true]')
  return { role, name, isEnabled, reason: isEnabled ? null : reasonOf(element) }
}

/** The last text that describes it: what stands before explains the control itself. */
function reasonOf(element: Element): string | null {
  const ids = element.getAttribute('aria-describedby')?.split(/\s+/) ?? []
  const said = ids.map((id) => squeezed(document.getElementById(id)?.textContent ?? ''))
  return said.findLast((words) => words !== '') ?? element.getAttribute('title')
}

const squeezed = (words: string) => words.replaceAll(/\s+/g, ' ').trim()
export const keyOf = ({ role, name }: PageControl): string => `${role} ${name}`

export interface Lack extends Pick<PageControl, 'role' | 'name'> {
  is: 'disabled' | 'absent'
  reason: string | null
}

/** What can be used in one view and not in another. */
export function lacksOf(whole: PageView, view: PageView): Lack[] {
  const theirs = new Map(view.controls.map((control) => [keyOf(control), control]))
  return whole.controls.flatMap((control): Lack[] => {
    const other = theirs.get(keyOf(control))
    const { role, name } = control
    if (!control.isEnabled || other?.isEnabled === true) return []
    return [
      { role, name, ...(other ? { is: 'disabled', reason: other.reason } : { is: 'absent', reason: null }) },
    ]
  })
}

export interface Seen {
  /** Who looks, as the head of a column says it. */
  who: string
  view: PageView
}

/** Roles by controls, as a table for spreadsheets. */
export function permissionTable(page: string, seen: readonly Seen[]): string {
  const all = new Map(seen.flatMap(({ view }) => view.controls.map((control) => [keyOf(control), control])))
  const cell = (key: string, { view }: Seen) => {
    const control = view.controls.find((one) => keyOf(one) === key)
    if (control === undefined) return text.csv.absent
    if (control.isEnabled) return text.csv.enabled
    return `${text.csv.disabled}: ${control.reason ?? text.noReason}`
  }
  return csvText(
    [text.csv.page, text.csv.kind, text.csv.control, ...seen.map(({ who }) => who)],
    [...all].map(([key, { role, name }]) => [page, role, name, ...seen.map((one) => cell(key, one))]),
  )
}
