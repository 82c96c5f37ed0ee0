import { expect, test } from 'vitest'
import { discountedPrice, listSeatPrices, riseCosts, seatRise, seatsTaken } from './seats.ts'

test('observers and members are free, operators cost 29 dollars, developers and administrators 49 [MEMBER-015, MEMBER-016, MEMBER-017]', () => {
  expect(listSeatPrices).toEqual({
    member: 0,
    observer: 0,
    'safe-operator': 2900,
    operator: 2900,
    'safe-developer': 4900,
    developer: 4900,
    administrator: 4900,
  })
})

test('a seat costs its base price less the discount of the plan', () => {
  expect(discountedPrice(4900, 0)).toBe(4900)
  expect(discountedPrice(4900, 15)).toBe(4165)
  expect(discountedPrice(2900, 100)).toBe(0)
})

test('a seat is upgraded to the highest of all roles, and costs the difference', () => {
  expect(seatRise('observer', ['developer', 'operator'])).toEqual({
    from: 'observer',
    to: 'developer',
    cents: 4900,
  })
  expect(seatRise('limited_operator', ['developer'])).toEqual({
    from: 'safe-operator',
    to: 'developer',
    cents: 2000,
  })
})

test('a seat that is already as high, or whose upgrade is free, costs no more', () => {
  expect(seatRise('administrator', ['developer', 'operator'])).toBeNull()
  expect(seatRise('developer', [])).toBeNull()
  expect(seatRise(undefined, ['observer'])).toEqual({ from: 'member', to: 'observer', cents: 0 })
  expect(seatRise('developer', ['administrator'])?.cents).toBe(0)
})

test('an upgrade costs nothing while the plan has a free seat of the role; each takes one', () => {
  const seats = {
    taken: seatsTaken([
      { seat: 'developer' },
      { seat: 'member' },
      { seat: 'observer' },
      { seat: 'operator' },
    ]),
    included: new Map([
      ['developer', 2],
      ['operator', 0],
    ] as const),
  }
  const [member, operator] = [
    { from: 'member', to: 'developer', cents: 4900 },
    { from: 'operator', to: 'developer', cents: 2000 },
  ] as const
  expect(riseCosts([member], seats)).toEqual([0])
  expect(riseCosts([member, { ...member, from: 'observer' }], seats)).toEqual([0, 4900])
  // The seat that becomes free was paid for.
  expect(riseCosts([operator], seats)).toEqual([-2900])
  expect(riseCosts([member, operator], seats)).toEqual([0, 2000])
})
