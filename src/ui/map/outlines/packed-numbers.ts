/** Characters with five bits each, and a continuation bit; none of them needs to be escaped in a JavaScript string. */
const FIRST = 48
const ESCAPE = 92
const BITS = 5
const MORE = 1 << BITS

const letter = (bits: number) => String.fromCharCode(FIRST + bits + (FIRST + bits < ESCAPE ? 0 : 1))

/** Encodes integers as text. Small numbers take one character. */
export function packNumbers(numbers: Iterable<number>): string {
  const letters: string[] = []
  for (const number of numbers) {
    let rest = number < 0 ? -2 * number - 1 : 2 * number
    while (rest >= MORE) {
      letters.push(letter((rest % MORE) + MORE))
      rest = Math.floor(rest / MORE)
    }
    letters.push(letter(rest))
  }
  return letters.join('')
}

/** Decodes the output of `packNumbers`, one number per call; zero after the last one. */
export function numbersOf(text: string): () => number {
  let at = 0
  return () => {
    let number = 0
    for (let scale = 1; at < text.length; scale *= MORE) {
      const code = text.charCodeAt(at)
      at += 1
      const bits = code - FIRST - (code > ESCAPE ? 1 : 0)
      number += (bits % MORE) * scale
      if (bits < MORE) break
    }
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2
  }
}
