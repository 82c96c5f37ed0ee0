import { expect, test } from 'vitest'
import { inOrder, type MatrixDevice } from './device-order.ts'

const aDevice = (
  device_name: string,
  overall_status: MatrixDevice['overall_status'] = 'operational',
  needsAttention = false,
): MatrixDevice => ({
  uuid: device_name,
  device_name,
  overall_status,
  is_frozen: false,
  needsAttention,
})
const names = (devices: ReturnType<typeof inOrder>) => devices.map(({ uuid }) => uuid)

test('at first, devices that are not well come first, and those that need attention first among equals', () => {
  const devices = [
    aDevice('b'),
    aDevice('c', 'operational', true),
    aDevice('a'),
    aDevice('z', 'disconnected', true),
    aDevice('u', 'updating'),
  ]
  expect(names(inOrder(devices, []))).toEqual(['z', 'u', 'c', 'a', 'b'])
})

test('later each device keeps its place, and new ones follow at the end', () => {
  const later = [aDevice('a', 'disconnected'), aDevice('b'), aDevice('new', 'disconnected')]
  expect(names(inOrder(later, ['gone', 'b', 'a']))).toEqual(['b', 'a', 'new'])
})
