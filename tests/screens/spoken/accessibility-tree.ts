import { computeAccessibleDescription, computeAccessibleName, getRole } from 'dom-accessibility-api'

/** Roles without a meaning of their own: only their content is read. */
const SILENT = new Set([
  'generic',
  'none',
  'presentation',
  'rowgroup',
  'paragraph',
  'strong',
  'emphasis',
  'time',
  'code',
])
/** Roles whose name is their content: the content is not repeated. */
const NAMED_BY_CONTENT = new Set([
  'button',
  'link',
  'tab',
  'heading',
  'menuitem',
  'option',
  'radio',
  'checkbox',
  'switch',
])

const STATES = [
  'aria-current',
  'aria-pressed',
  'aria-expanded',
  'aria-selected',
  'aria-sort',
  'aria-disabled',
  'aria-busy',
  'aria-invalid',
  'aria-required',
  'aria-live',
]

const isHidden = (element: Element) =>
  element.getAttribute('aria-hidden') === 'true' ||
  element.hasAttribute('hidden') ||
  element.hasAttribute('inert') ||
  ['script', 'style', 'template'].includes(element.localName) ||
  // A picture is read if it has a role; its shapes are not.
  (['svg', 'canvas'].includes(element.localName) && !element.hasAttribute('role'))

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The role of an element; a heading cell of a row is not one of a column. */
function roleOf(node: Element): string {
  const isOfRow = node.localName === 'th' && node.getAttribute('scope') === 'row'
  if (isOfRow) return 'rowheader'
  return getRole(node) ?? (node.localName === 'input' ? `${node.getAttribute('type')} input` : 'generic')
}

function lineOf(element: Element, role: string): string {
  const name = squeezed(computeAccessibleName(element))
  const description = squeezed(computeAccessibleDescription(element))
  const states = STATES.flatMap((state) => {
    const value = element.getAttribute(state)
    return value === null || value === 'false'
      ? []
      : [value === 'true' ? state.slice(5) : `${state.slice(5)}=${value}`]
  })
  const level =
    role === 'heading' ? [`level=${element.getAttribute('aria-level') ?? element.localName.slice(1)}`] : []
  const value =
    element instanceof HTMLInputElement && /^(text|search|email)$/.test(element.type) ? element.value : ''
  const checked = element instanceof HTMLInputElement && element.checked ? ['checked'] : []
  return [
    role,
    name === '' ? '' : JSON.stringify(name),
    [...level, ...states, ...checked].map((state) => `[${state}]`).join(' '),
    value === '' ? '' : `= ${JSON.stringify(value)}`,
    // A title that repeats the name is not read twice.
    description === '' || description === name ? '' : `(${description})`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/**
 * What a screen reader gets of an element, as text: a line for each role with its name, states and description, and the text
 * between them. Of the part called `moving` only its name, because its content moves by itself.
 */
export function accessibilityTree(root: Element, moving: string): string {
  const lines: string[] = []
  let text = ''
  const flush = (depth: number) => {
    if (squeezed(text) !== '') lines.push(`${'  '.repeat(depth)}“${squeezed(text)}”`)
    text = ''
  }
  const visit = (node: Node, depth: number) => {
    if (node instanceof Text) text += node.data
    if (!(node instanceof Element) || isHidden(node)) return
    const role = roleOf(node)
    // A header or footer within a part of the page has no role.
    const isPlain = /^(banner|contentinfo)$/.test(role) && node.closest('main, section, article') !== null
    if (SILENT.has(role) || isPlain) {
      for (const child of node.childNodes) visit(child, depth)
      text += ' '
      // A block ends what is read in one go.
      if (['div', 'p', 'section', 'dt', 'dd', 'li'].includes(node.localName)) flush(depth)
      return
    }
    flush(depth)
    const line = lineOf(node, role)
    lines.push(`${'  '.repeat(depth)}${line}`)
    if (line === moving || role === 'img') return
    if (NAMED_BY_CONTENT.has(role) && node.querySelector('a, button, input') === null) return
    for (const child of node.childNodes) visit(child, depth + 1)
    flush(depth + 1)
  }
  visit(root, 0)
  flush(0)
  return `${lines.join('\n')}\n`
}
