import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Sentence } from './Sentence.tsx'

afterEach(cleanup)

test('elements stand where the sentence of the catalogue has them', () => {
  const { container } = render(
    <Sentence
      of={(person, place) => `In ${place} there is ${person}.`}
      slots={[
        <b key="person">Ada</b>,
        <a key="place" href="/london">
          London
        </a>,
      ]}
    />,
  )
  expect(container.innerHTML).toBe('In <a href="/london">London</a> there is <b>Ada</b>.')
})
