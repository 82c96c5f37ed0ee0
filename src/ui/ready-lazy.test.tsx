import { cleanup, render, screen } from '@testing-library/react'
import { lazy, Suspense, type ComponentType } from 'react'
import { afterEach, expect, test } from 'vitest'
import { readyLazy } from './ready-lazy.ts'

afterEach(cleanup)

const Page = () => <p>the page</p>

/** What is drawn first. */
function firstDrawn(Component: ComponentType): string | null {
  const { container } = render(
    <Suspense fallback="the fallback">
      <Component />
    </Suspense>,
  )
  return container.textContent
}

test('a loaded component is drawn immediately, instead of a fallback for 300 ms', async () => {
  const { Component, load } = readyLazy(async () => Page)
  await load()
  expect(firstDrawn(Component)).toBe('the page')
  expect(firstDrawn(lazy(async () => ({ default: Page })))).toBe('the fallback')
})

test('a component that is not loaded is loaded when it is rendered, and a failure is thrown', async () => {
  const { Component } = readyLazy(async () => Page)
  expect(firstDrawn(Component)).toBe('the fallback')
  expect(await screen.findByText('the page')).toBeTruthy()
  const { load } = readyLazy(() => Promise.reject(new Error('no network')))
  await expect(load()).rejects.toThrow('no network')
})
