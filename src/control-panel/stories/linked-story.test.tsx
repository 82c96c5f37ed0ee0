import { afterEach, expect, test } from 'vitest'
import { takeLinkedStory } from './load-stories.tsx'

const before = location.href
afterEach(() => history.replaceState(null, '', before))

test('a linked story is taken from the URL once, which keeps the rest', () => {
  history.replaceState({ key: 'kept' }, '', '/fleets?page=2&story=bad-release#top')
  expect(takeLinkedStory()).toBe('bad-release')
  expect(`${location.pathname}${location.search}${location.hash}`).toBe('/fleets?page=2#top')
  expect(history.state).toEqual({ key: 'kept' })
  expect(takeLinkedStory()).toBeNull()
  expect(`${location.pathname}${location.search}${location.hash}`).toBe('/fleets?page=2#top')
})
