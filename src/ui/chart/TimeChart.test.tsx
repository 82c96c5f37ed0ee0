import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { TimeChart } from './TimeChart.tsx'

// Like uPlot in a browser whose language is not a language: loading it throws.
vi.mock('uplot', () => {
  throw new RangeError('Incorrect locale information provided')
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('where the chart cannot be drawn, its replacement is shown, and nothing else fails', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({} as never)
  const onFailed = vi.fn()
  render(
    <TimeChart
      series={[{ name: 'CPU', points: [{ at: 0, value: 1 }], format: String }]}
      whole={{ from: 0, to: 10 }}
      zoom={undefined}
      onZoom={() => {}}
      top={10}
      thresholds={[]}
      gap={1}
      label="CPU"
      pickLabel="CPU: time"
      hint="Keys"
      describe={(at, values) => `${at} ${values.join()}`}
      formatTick={String}
      formatTop={String}
      instead={<p>The table has its values.</p>}
      onFailed={onFailed}
    />,
  )
  expect(screen.getByRole('img', { name: 'CPU' })).toBeTruthy()
  expect(await screen.findByText('The table has its values.')).toBeTruthy()
  expect(screen.queryByRole('img', { name: 'CPU' })).toBeNull()
  expect(onFailed).toHaveBeenCalledOnce()
})
