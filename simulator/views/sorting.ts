/** The order of numbers by value, stable, NaN last. Radix sort: a hundred thousand numbers take milliseconds. */
export function sortedOrder(keys: Float64Array): Int32Array {
  let min = Infinity
  let max = -Infinity
  let areIntegers = true
  for (const key of keys) {
    if (Number.isNaN(key)) continue
    if (key < min) min = key
    if (key > max) max = key
    if (!Number.isInteger(key)) areIntegers = false
  }
  const range = max - min
  if (!areIntegers || range >= 2 ** 48) return comparedOrder(keys)
  const passes = range < 2 ** 16 ? 1 : range < 2 ** 32 ? 2 : 3
  return radixOrder(keys, min, passes)
}

function comparedOrder(keys: Float64Array): Int32Array {
  const at = (i: number) => keys[i] ?? Number.NaN
  return Int32Array.from(keys.keys()).sort((a, b) => {
    const x = at(a)
    const y = at(b)
    if (x === y) return a - b
    if (Number.isNaN(x)) return Number.isNaN(y) ? a - b : 1
    return Number.isNaN(y) || x < y ? -1 : 1
  })
}

const DIGITS = 65536

/** Sorts by 16 bits at a time of each key's offset from the minimum, lowest bits first. */
function radixOrder(keys: Float64Array, min: number, passes: number): Int32Array {
  const missing: number[] = []
  const low = new Uint32Array(keys.length)
  const high = new Uint32Array(passes > 2 ? keys.length : 0)
  let order = new Int32Array(keys.length)
  let length = 0
  for (let i = 0; i < keys.length; i++) {
    const above = (keys[i] ?? 0) - min
    if (Number.isNaN(above)) {
      missing.push(i)
      continue
    }
    order[length++] = i
    // A Uint32Array keeps the lowest 32 bits.
    low[i] = above
    if (passes > 2) high[i] = above / 2 ** 32
  }
  let next = new Int32Array(keys.length)
  const starts = new Int32Array(DIGITS + 1)
  for (let pass = 0; pass < passes; pass++) {
    const bits = pass < 2 ? low : high
    const shift = pass === 1 ? 16 : 0
    starts.fill(0)
    for (let at = 0; at < length; at++) {
      const slot = (((bits[order[at] ?? 0] ?? 0) >>> shift) & 0xffff) + 1
      starts[slot] = (starts[slot] ?? 0) + 1
    }
    for (let slot = 1; slot <= DIGITS; slot++) starts[slot] = (starts[slot] ?? 0) + (starts[slot - 1] ?? 0)
    for (let at = 0; at < length; at++) {
      const i = order[at] ?? 0
      const slot = ((bits[i] ?? 0) >>> shift) & 0xffff
      const place = starts[slot] ?? 0
      next[place] = i
      starts[slot] = place + 1
    }
    ;[order, next] = [next, order]
  }
  order.set(missing, length)
  return order
}

/** Merges two sorted lists. `compare` gets one item of each. */
export function merged(
  a: Int32Array,
  b: readonly number[],
  compare: (a: number, b: number) => number,
): Int32Array {
  const out = new Int32Array(a.length + b.length)
  let i = 0
  let j = 0
  for (let k = 0; k < out.length; k++) {
    const x = a[i]
    const y = b[j]
    if (y === undefined || (x !== undefined && compare(x, y) <= 0)) {
      out[k] = x ?? 0
      i++
    } else {
      out[k] = y
      j++
    }
  }
  return out
}
