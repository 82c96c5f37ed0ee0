import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { labelsByTile } from '../src/ui/map/outlines/labels.ts'
import { numbersOf, packNumbers } from '../src/ui/map/outlines/packed-numbers.ts'
import { unbroken, unpackWorld, type Ring } from '../src/ui/map/outlines/world-data.ts'
import { landOutlinePath, OUTLINE_SIZE, packedWorld } from './map-data.ts'

const packed = packedWorld()
const world = unpackWorld(packed)

/** Whether a point is inside one of the rings. */
const isIn = (polygons: readonly Ring[][], [x, y]: [number, number]) =>
  polygons.some(([outer = []]) => {
    let inside = false
    for (const [at, [x1, y1]] of outer.entries()) {
      const [x2, y2] = outer[at + 1] ?? [x1, y1]
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside
    }
    return inside
  })

test('encodes numbers of any size and sign, in characters that need no escaping', () => {
  const numbers = [0, 1, -1, 15, 16, -16, 31, 32, 1023, -1024, 123_456, -9_876_543]
  const text = packNumbers(numbers)
  expect(JSON.stringify(text)).toHaveLength(text.length + 2)
  const next = numbersOf(text)
  expect(numbers.map(() => next())).toEqual(numbers)
})

test('the bundled world has land, lakes and borders where they are [OPS-021]', () => {
  for (const place of [
    [5.2, 52.1],
    [100, 62],
    [179, 67.5],
    [-100, 40],
    [10, -85],
  ] as [number, number][])
    expect(isIn(world.land, place), String(place)).toBe(true)
  for (const place of [
    [-30, 45],
    [-150, 0],
    [3.5, 53],
  ] as [number, number][])
    expect(isIn(world.land, place), String(place)).toBe(false)
  expect(isIn(world.lakes, [-87, 44])).toBe(true)
  const between = world.borders.flat().some(([x, y]) => Math.hypot(x - 6.9, y - 52.2) < 0.2)
  expect(between, 'a border between the Netherlands and Germany').toBe(true)
  expect(world.cities.find(({ name }) => name === 'Rotterdam')?.at).toEqual([4.48, 51.92])
})

test('no line jumps from one edge of the world to the other', () => {
  const jumps = [...world.land.flat(), ...world.borders].flatMap((line) =>
    line.filter(([x, y], at) => y > -80 && Math.abs(x - (line[at + 1]?.[0] ?? x)) > 90),
  )
  expect(jumps).toEqual([])
  expect(
    unbroken([
      [170, 10],
      [-170, 10],
      [-170, 20],
      [170, 20],
      [170, 10],
    ]),
  ).toEqual([
    [170, 10],
    [190, 10],
    [190, 20],
    [170, 20],
    [170, 10],
  ])
})

test('shows large places at low zoom and smaller ones at higher zoom, without overlap [OPS-022]', () => {
  const named = (zoom: number, x: number, y: number) =>
    labelsByTile(world, zoom)(x, y).map(({ name }) => name)
  expect(named(2, 2, 1)).toContain('Moscow')
  expect(named(2, 2, 1)).not.toContain('Rotterdam')
  // Tiles of the south of the Netherlands.
  expect(named(6, 32, 21)).toEqual(expect.arrayContaining(['Amsterdam', 'Brussels']))
  expect(named(9, 262, 169)).toContain('Rotterdam')
  const labels = labelsByTile(world, 5)
  const all = new Set(
    [...Array(32).keys()].flatMap((x) => [...Array(32).keys()].flatMap((y) => labels(x, y))),
  )
  const boxes = [...all].filter(({ kind }) => kind !== 'country')
  expect(boxes.length).toBeGreaterThan(150)
  for (const a of boxes)
    for (const b of boxes)
      if (a !== b && Math.abs(a.y - b.y) < 10 && a.x <= b.x)
        expect(b.x - a.x, `${a.name}, ${b.name}`).toBeGreaterThan(10)
})

test('the bundled world is within its size budget', () => {
  expect(gzipSync(JSON.stringify(packed), { level: 9 }).length).toBeLessThan(230_000)
})

test('the coarse land is small, and lies where the land is in the projection of maps [OPS-021]', () => {
  const path = landOutlinePath()
  expect(gzipSync(path).length).toBeLessThan(8_000)
  const rings = path.split(/(?=M)/).map((ring) => {
    const [start = '', steps = ''] = ring.replace('z', '').slice(1).split('l')
    const numbers = (text: string) => [...text.matchAll(/-?\d+/g)].map(Number)
    let [x = 0, y = 0] = numbers(start)
    const points: Ring = [[x, y]]
    const all = numbers(steps)
    for (let at = 0; at < all.length; at += 2) points.push([(x += all[at] ?? 0), (y += all[at + 1] ?? 0)])
    return [points]
  })
  const at = (longitude: number, latitude: number): [number, number] => {
    const angle = (latitude * Math.PI) / 180
    return [
      (longitude / 360 + 0.5) * OUTLINE_SIZE,
      (0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)) * OUTLINE_SIZE,
    ]
  }
  for (const [longitude, latitude, isLand] of [
    [10, 50, true],
    [-100, 40, true],
    [135, -25, true],
    [-30, 40, false],
    [-150, 0, false],
    [80, -30, false],
  ] as const)
    expect([longitude, latitude, isIn(rings, at(longitude, latitude))]).toEqual([longitude, latitude, isLand])
})
