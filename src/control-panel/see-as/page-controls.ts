import { computeAccessibleName, getRole } from 'dom-accessibility-api'
import { csvText } from '@/lib/csv.ts'
import { labelled } from '@/messages/common/compose.ts'
import { seeAsText as text } from '@/messages/control-panel/see-as.ts'

/** A control of a page. */
export interface PageControl {
  role: string
  /** Accessible name. */
  name: string
  isEnabled: boolean
  /** The reason why it is disabled. */
  reason: string | null
}

/** The controls of a page for a user. */
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
  // Links that look like buttons, and tabs.
  'a[data-variant]',
  'nav a[href]',
].join(', ')

/** Elements outside the page content. */
const BESIDE = '[role=dialog], [data-story-host], [data-simulation]'

/** The controls of the current page. */
export function readPageView(page: ParentNode = document): PageView {
  const found = new Map<string, PageControl>()
  for (const part of page.querySelectorAll('main, nav'))
    for (const element of part.querySelectorAll(part.tagName === 'NAV' ? 'a[href], button' : CONTROLS)) {
      if (element.closest(BESIDE) !== null || isHidden(element)) continue
      const control = controlOf(element)
      if (control.name === '') continue
      const key = controlKey(control)
      // Of several with the same name, one enabled control is enough.
      if (found.get(key)?.isEnabled !== true) found.set(key, control)
    }
  const heading = page.querySelector('main h1')
  return { heading: squeezed(heading?.textContent ?? ''), controls: [...found.values()] }
}

function isHidden(element: Element): boolean {
  const hidden = element.closest('[hidden], [aria-hidden=true]')
  // Behind an open panel the page is hidden from assistive technology.
  const isPart = hidden !== null && hidden.closest('main, nav') !== null
  return isPart || ('checkVisibility' in element && !element.checkVisibility())
}

function controlOf(element: Element): PageControl {
  const role = getRole(element) ?? element.tagName.toLowerCase()
  const fullName = squeezed(computeAccessibleName(element))
  // Navigation entries contain counts, which differ between users.
  const name = role === 'link' ? fullName.replace(/ ?[\d,]+$/, '') : fullName
  const isEnabled = !element.matches(':disabled, [aria-disabled=true]')
  return { role, name, isEnabled, reason: isEnabled ? null : reasonOf(element) }
}

/** The last description text: earlier ones explain the control itself. */
function reasonOf(element: Element): string | null {
  const ids = element.getAttribute('aria-describedby')?.split(/\s+/) ?? []
  const texts = ids.map((id) => squeezed(document.getElementById(id)?.textContent ?? ''))
  return texts.findLast((words) => words !== '') ?? element.getAttribute('title')
}

const squeezed = (words: string) => words.replaceAll(/\s+/g, ' ').trim()
export const controlKey = ({ role, name }: PageControl): string => `${role} ${name}`

export interface Lack extends Pick<PageControl, 'role' | 'name'> {
  is: 'disabled' | 'absent'
  reason: string | null
}

/** Controls that are usable in one view but not in the other. */
export function missingControls(whole: PageView, view: PageView): Lack[] {
  const theirs = new Map(view.controls.map((control) => [controlKey(control), control]))
  return whole.controls.flatMap((control): Lack[] => {
    const other = theirs.get(controlKey(control))
    const { role, name } = control
    if (!control.isEnabled || other?.isEnabled === true) return []
    return [
      { role, name, ...(other ? { is: 'disabled', reason: other.reason } : { is: 'absent', reason: null }) },
    ]
  })
}

export interface Seen {
  /** The column header for the user. */
  who: string
  view: PageView
}

/** Controls by user, as CSV. */
export function permissionTable(page: string, seen: readonly Seen[]): string {
  const all = new Map(
    seen.flatMap(({ view }) => view.controls.map((control) => [controlKey(control), control])),
  )
  const cell = (key: string, { view }: Seen) => {
    const control = view.controls.find((one) => controlKey(one) === key)
    if (control === undefined) return text.csv.absent
    if (control.isEnabled) return text.csv.enabled
    return labelled(text.csv.disabled, control.reason ?? text.noReason)
  }
  return csvText(
    [text.csv.page, text.csv.kind, text.csv.control, ...seen.map(({ who }) => who)],
    [...all].map(([key, { role, name }]) => [page, role, name, ...seen.map((one) => cell(key, one))]),
  )
}
