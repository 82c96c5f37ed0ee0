import { computeAccessibleName, getRole, isInaccessible } from 'dom-accessibility-api'
import { ROLES, type Action, type Sight, type Target } from './story.ts'

/** The bar and its ring are excluded. */
export const STORY_HOST = 'data-story-host'

/** The first accessible control of the page with a role and name, optionally within an element. */
export function findControl(
  { role, name, in: frame }: Target,
  within: ParentNode = document,
): Element | undefined {
  const root = frame === undefined ? within : findControl(frame, within)
  if (root === undefined) return undefined
  const matches = nameMatcher(name)
  return [...root.querySelectorAll(ROLES[role])].find(
    (element) =>
      element.closest(`[${STORY_HOST}]`) === null &&
      hasRole(element, role) &&
      matches(computeAccessibleName(element)) &&
      !isInaccessible(element),
  )
}

/** Whether something is on the page. */
export function isSeen(sight: Sight): boolean {
  if (!('text' in sight)) return findControl(sight) !== undefined
  const words = squeezed(sight.text)
  return [...document.body.children].some(
    (part) =>
      !part.hasAttribute(STORY_HOST) &&
      part instanceof HTMLElement &&
      squeezed(readable(part)).includes(words),
  )
}

/** Performs an action of a step. Returns why it failed, or undefined. */
export function perform(action: Action): Target | undefined {
  const target = 'press' in action ? action.press : 'type' in action ? action.into : action.in
  const control = findControl(target)
  if (!(control instanceof HTMLElement) || control.matches(':disabled, [aria-disabled=true]')) return target
  control.focus()
  if ('press' in action) control.click()
  else if ('type' in action) enter(control, action.type)
  else if (control instanceof HTMLSelectElement) {
    const option = [...control.options].find(({ label }) => label === action.choose)
    if (option === undefined) return target
    enter(control, option.value)
  }
  return undefined
}

/** React tracks changes by the native setter and an event, not by assignments to its own property. */
function enter(control: HTMLElement, value: string): void {
  const kind = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].find(
    (each) => control instanceof each,
  )
  if (kind === undefined) return
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/** An input without a list is a text box whatever its type; a disclosure can be a button or a tab. */
function hasRole(element: Element, role: keyof typeof ROLES): boolean {
  const found = getRole(element)
  return found === role || (role === 'textbox' && (found === 'searchbox' || isPasswordField(element)))
}

const isPasswordField = (element: Element) =>
  element instanceof HTMLInputElement && element.type === 'password'

function nameMatcher(name: string): (text: string) => boolean {
  const pattern = name
    .split('*')
    .map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`))
    .join('.*')
  const expression = new RegExp(`^${pattern}$`, 's')
  return (text) => expression.test(squeezed(text))
}

/** The visible text; without layout, as in tests, the whole text. */
const readable = (part: HTMLElement): string => part.innerText ?? part.textContent ?? ''
const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
