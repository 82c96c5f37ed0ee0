import { lruPut } from '../lru-cache.ts'

/** Between two texts, and before the first and after the last. */
const BORDER = '\u0000'

/** Where a text shall stand in another. */
export type TextPlace = 'contains' | 'startswith' | 'endswith' | 'equals'

/** Whether a part stands in that place of a text. */
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

/** What was found lately is asked for again with the next page, and with each look at what has changed. */
const REMEMBERED_SEARCHES = 16

/** All texts of a field in one: the engine searches it at the speed of memory. */
export interface TextIndex {
  /** Handles whose text has the part in that place, in rising order. */
  search(part: string, place: TextPlace): Int32Array
}

/** undefined when the texts cannot be told apart once they are joined. */
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
    if (text.includes(BORDER)) return undefined
    order.push(handle)
    texts.push(text)
    starts.push(length)
    length += text.length + 1
  }
  const all = BORDER + texts.join(BORDER) + BORDER
  starts.push(length)

  /** The text that a position lies in, at or after the one given. */
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

  function look(part: string, place: TextPlace): Int32Array {
    if (order.length === 0 || part.includes(BORDER)) return new Int32Array()
    if (part === '' && place !== 'equals') return Int32Array.from(order)
    const isAtStart = place === 'startswith' || place === 'equals'
    const isAtEnd = place === 'endswith' || place === 'equals'
    const wanted = (isAtStart ? BORDER : '') + part + (isAtEnd ? BORDER : '')
    const found = new Int32Array(order.length)
    let count = 0
    let at = 0
    let position = all.indexOf(wanted)
    while (position >= 0) {
      at = textAt(isAtStart ? position + 1 : position, at)
      found[count++] = order[at] ?? -1
      // On to the next text: what stands at a start begins with the border before it.
      position = all.indexOf(wanted, (starts[at + 1] ?? length) - 1)
    }
    return found.slice(0, count)
  }

  const remembered = new Map<string, Int32Array>()
  return {
    search(part, place) {
      const key = `${place} ${part}`
      return lruPut(remembered, key, remembered.get(key) ?? look(part, place), REMEMBERED_SEARCHES)
    },
  }
}
