/** Between two texts, and before the first and after the last. */
const BORDER = '\u0000'

/** Where a text shall stand in another. */
export type TextPlace = 'contains' | 'startswith' | 'endswith'

/** All texts of a field in one: the engine searches it at the speed of memory. */
export interface TextIndex {
  /** Handles whose text has the part in that place, in rising order. */
  search(part: string, place: TextPlace): number[]
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

  return {
    search(part, place) {
      if (part.includes(BORDER)) return []
      if (part === '') return [...order]
      const wanted = place === 'contains' ? part : place === 'startswith' ? BORDER + part : part + BORDER
      const found: number[] = []
      let at = 0
      let position = all.indexOf(wanted)
      while (position >= 0) {
        at = textAt(place === 'startswith' ? position + 1 : position, at)
        found.push(order[at] ?? -1)
        // On to the next text: `startswith` begins with the border before it.
        position = all.indexOf(wanted, (starts[at + 1] ?? length) - 1)
      }
      return found
    },
  }
}
