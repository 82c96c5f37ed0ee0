import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { keepFocus } from './keep-focus.ts'

let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = `<main tabindex="-1"><h1>Variables</h1>
    <section id="list" aria-label="Variables"><ul><li id="row"><button id="remove">Remove A</button></li><li>B</li></ul></section>
    <div id="bar"><button id="apply">Apply all</button></div>
  </main>`
  end = keepFocus()
})
afterEach(() => {
  end()
  vi.useRealTimers()
  document.body.innerHTML = ''
})

const element = (id: string) => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(id)
  return found
}
/**
 * Lets the observer see what changed, and time pass. Without a turn of the event loop: a dialog of an earlier file of this
 * process moves the focus up to 20 ms after it was removed.
 */
async function timePasses() {
  await Promise.resolve()
  vi.advanceTimersByTime(1000)
}
async function removed(id: string) {
  element(id).remove()
  await timePasses()
}

test('when a focused row is removed, its list gets the focus, which it can lose again', async () => {
  element('remove').focus()
  await removed('row')
  expect(document.activeElement?.localName).toBe('ul')
  element('apply').focus()
  expect(document.querySelector('ul')?.hasAttribute('tabindex')).toBe(false)
})

test('when a whole panel is removed, the page gets the focus', async () => {
  element('remove').focus()
  await removed('list')
  expect(document.activeElement).not.toBe(document.body)
})

test('when a whole page is removed, the next one gets the focus as soon as it is there', async () => {
  element('remove').focus()
  document.body.innerHTML = '<p>Loading…</p>'
  await timePasses()
  expect(document.activeElement).toBe(document.body)
  document.body.innerHTML = '<main><h1>Inbox</h1></main>'
  await timePasses()
  expect(document.activeElement).toBe(document.querySelector('h1'))
})

test('when a bar disappears, the page gets the focus', async () => {
  element('apply').focus()
  await removed('bar')
  expect(document.activeElement).not.toBe(document.body)
})

test.each([
  ['hidden', () => (element('list').hidden = true)],
  ['disabled', () => ((element('remove') as HTMLButtonElement).disabled = true)],
])('when the focused element is %s, the focus does not fall to the body', async (_, change) => {
  // jsdom has neither layout nor browsers' rule that such elements lose the focus.
  Element.prototype.checkVisibility = function isShown(this: Element) {
    return this.closest('[hidden]') === null
  }
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'checkVisibility'))
  element('remove').focus()
  element('remove').blur()
  change()
  await timePasses()
  expect(document.activeElement).toBe(
    element('list').hidden ? document.querySelector('h1') : document.querySelector('ul'),
  )
})

test('whoever removes the element and moves the focus wins', async () => {
  element('remove').focus()
  element('row').remove()
  element('apply').focus()
  await timePasses()
  expect(document.activeElement).toBe(element('apply'))
})

test('after a press on the background, the focus stays where it is', async () => {
  element('remove').focus()
  element('remove').blur()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  await removed('row')
  expect(document.activeElement).toBe(document.body)
})
