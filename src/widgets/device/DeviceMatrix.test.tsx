import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countsByStatus } from '@/domain/device/status-breakdown.ts'
import type { MatrixDevice } from './device-order.ts'
import { DeviceMatrix, type DeviceMatrixProps } from './DeviceMatrix.tsx'

beforeEach(() => {
  // jsdom has no layout: a matrix of 40 columns of the smallest cells.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const someDevices = (count: number): MatrixDevice[] =>
  Array.from({ length: count }, (_, index) => ({
    uuid: `u${index}`,
    device_name: `d${String(index).padStart(6, '0')}`,
    overall_status: 'operational',
    is_frozen: false,
  }))

function show(props: Partial<DeviceMatrixProps> & Pick<DeviceMatrixProps, 'counts'>) {
  render(
    <DeviceMatrix
      label="Devices"
      height={40}
      hrefOf={(status, needsAttention) => `/list?${status}${needsAttention ? '&attention' : ''}`}
      {...props}
    />,
  )
  return {
    /** The cell that has the focus, after keys. */
    at(...keys: string[]) {
      for (const key of keys) fireEvent.keyDown(screen.getByRole('link'), { key })
      return screen.getByRole('link')
    },
  }
}

test('of many operational devices, those that need attention have cells of their own, which lead to exactly them', () => {
  const devices = someDevices(2400)
  const { at } = show({ counts: countsByStatus(devices), attention: devices.slice(0, 3) })
  expect(at()).toHaveAccessibleName('Operational: 3 devices need attention')
  expect(at()).toHaveAttribute('href', '/list?operational&attention')
  expect(at('ArrowDown')).toHaveAccessibleName('Operational: 2,400 devices')
  expect(at()).toHaveAttribute('href', '/list?operational')
  expect(at('End')).toHaveAccessibleName('Operational: 2,400 devices')
})

test('if all devices of a status need attention, all its cells say so', () => {
  const devices = someDevices(5000).map((device) => ({ ...device, overall_status: 'disconnected' as const }))
  const { at } = show({ counts: countsByStatus(devices), attention: devices })
  expect(at('End')).toHaveAccessibleName('Disconnected: 5,000 devices need attention')
})

test('a device with a cell of its own is marked as soon as it is known to need attention', () => {
  const devices = someDevices(12)
  const { at } = show({ counts: countsByStatus(devices), devices, attention: devices.slice(1, 2) })
  expect(at()).toHaveAccessibleName('d000000: Operational')
  expect(at('ArrowDown')).toHaveAccessibleName('d000001: Operational, needs attention')
  expect(at()).toHaveAttribute('href', '/devices/u1')
})

test('a matrix is drawn again with another theme, not with what else changes about the page', async () => {
  const { documentElement: root } = document
  const asked = vi.mocked(HTMLCanvasElement.prototype.getContext)
  const timesAsked = async (change: () => void) => {
    asked.mockClear()
    change()
    await Promise.resolve()
    return asked.mock.calls.length
  }
  const devices = someDevices(12)
  show({ counts: countsByStatus(devices), devices })
  expect(await timesAsked(() => root.style.setProperty('--toasts', '80px'))).toBe(0)
  for (const attribute of ['data-mantine-color-scheme', 'data-contrast']) {
    expect(await timesAsked(() => root.setAttribute(attribute, 'other')), attribute).toBe(1)
    expect(await timesAsked(() => root.removeAttribute(attribute)), attribute).toBe(1)
  }
  root.removeAttribute('style')
})
