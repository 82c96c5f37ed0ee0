import { computeAccessibleName, getRole, isInaccessible } from 'dom-accessibility-api'
import { ROLES, type Action, type Sight, type Target } from './story.ts'

/** The bar itself and its ring are no part of what a story shows. */
export const STORY_HOST = 'data-story-host'

/**
 * The first control of the page with that role and name that people and assistive technology can reach.
 * @param within what is looked through; the whole page as a rule.
 */
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

/** Does to the page what a person would do. Gives why it could not be done, or undefined. */
export function perform(action: Action): Target | undefined {
  const target = 'press' in action ? action.press : 'type' in action ? action.into : action.in
  const control = findControl(target)
  if (!(control instanceof HTMLElement)) return target
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

/** React follows what the element's own setter and an event tell, not what is assigned to the property it has replaced. */
function enter(control: HTMLElement, value: string): void {
  const kind = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].find(
    (each) => control instanceof each,
  )
  if (kind === undefined) return
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/** An input without a list is a text box whatever its type; a disclosure may be both button and tab. */
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

/** What is written there to be read; a document that lays nothing out knows only the whole text. */
const readable = (part: HTMLElement): string => part.innerText ?? part.textContent ?? ''
const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
