import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useTopHeight } from './use-top-height.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Top() {
  const top = useRef<HTMLElement>(null)
  useTopHeight(top)
  return <header ref={top} />
}

test.each([
  ['a usual', false, '56px'],
  ['a low', true, '0px'],
])('in %s window, what scrolls keeps clear of the header as far as it stays', (_, isLow, height) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isLow && query.startsWith('(height <'),
    addEventListener() {},
    removeEventListener() {},
  }))
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(56)
  render(<Top />)
  expect(document.documentElement.style.getPropertyValue('--top')).toBe(height)
})
