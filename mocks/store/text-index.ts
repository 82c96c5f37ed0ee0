import { lruPut } from '../base/lru-cache.ts'

/** Separates the texts, and is also before the first and after the last. */
const SEPARATOR = '\u0000'

/** How a text must match. */
export type TextPlace = 'contains' | 'startswith' | 'endswith' | 'equals'

/** Whether a text contains, starts with, ends with or equals a part. */
export function isAt(place: TextPlace, text: string, part: string): boolean {
  switch (place) {
    case 'contains':
      return text.includes(part)
    case 'startswith':
      return text.startsWith(part)
    case 'endswith':
      return text.endsWith(part)
    case 'equals':
      return text === part
  }
}

/** Searches are repeated for the next page, and by polling. */
const CACHE_SIZE = 16

/** All texts of a field joined into one, which is fast to search. */
export interface TextIndex {
  /** The handles whose text matches, in ascending order. */
  search(part: string, place: TextPlace): Int32Array
}

/** Creates an index; undefined when a text contains the separator. */
export function createTextIndex(
  handles: Iterable<number>,
  read: (handle: number) => string,
): TextIndex | undefined {
  const order: number[] = []
  const texts: string[] = []
  const starts: number[] = []
  let length = 1
  for (const handle of handles) {
    const text = read(handle)
    if (text.includes(SEPARATOR)) return undefined
    order.push(handle)
    texts.push(text)
    starts.push(length)
    length += text.length + 1
  }
  const all = SEPARATOR + texts.join(SEPARATOR) + SEPARATOR
  starts.push(length)

  /** The number of the text at a position; `from` is a lower bound. */
  function textAt(position: number, from: number): number {
    let step = 1
    let low = from
    while (low + step < order.length && (starts[low + step] ?? 0) <= position) {
      low += step
      step *= 2
    }
    let high = Math.min(order.length - 1, low + step)
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= position) low = middle
      else high = middle - 1
    }
    return low
  }

  function find(part: string, place: TextPlace): Int32Array {
    if (order.length === 0 || part.includes(SEPARATOR)) return new Int32Array()
    if (part === '' && place !== 'equals') return Int32Array.from(order)
    const isAtStart = place === 'startswith' || place === 'equals'
    const isAtEnd = place === 'endswith' || place === 'equals'
    const pattern = (isAtStart ? SEPARATOR : '') + part + (isAtEnd ? SEPARATOR : '')
    const found = new Int32Array(order.length)
    let count = 0
    let at = 0
    let position = all.indexOf(pattern)
    while (position >= 0) {
      at = textAt(isAtStart ? position + 1 : position, at)
      found[count++] = order[at] ?? -1
      // Continues at the separator before the next text, where a match at the start begins.
      position = all.indexOf(pattern, (starts[at + 1] ?? length) - 1)
    }
    return found.slice(0, count)
  }

  const cache = new Map<string, Int32Array>()
  return {
    search(part, place) {
      const key = `${place} ${part}`
      return lruPut(cache, key, cache.get(key) ?? find(part, place), CACHE_SIZE)
    },
  }
}
