const adjectives = [
  'amber',
  'brave',
  'bright',
  'brisk',
  'calm',
  'clear',
  'clever',
  'cosmic',
  'crisp',
  'dapper',
  'deep',
  'eager',
  'early',
  'fair',
  'fleet',
  'gentle',
  'golden',
  'grand',
  'happy',
  'hidden',
  'honest',
  'humble',
  'keen',
  'kind',
  'late',
  'lively',
  'lucky',
  'mellow',
  'misty',
  'modest',
  'noble',
  'patient',
  'plain',
  'polite',
  'proud',
  'quick',
  'quiet',
  'rapid',
  'ready',
  'rustic',
  'serene',
  'sharp',
  'silent',
  'silver',
  'solid',
  'steady',
  'sunny',
  'swift',
  'tidy',
  'vivid',
  'warm',
  'wise',
] as const

const nouns = [
  'anchor',
  'arch',
  'beacon',
  'birch',
  'bridge',
  'brook',
  'canyon',
  'cedar',
  'cliff',
  'cloud',
  'comet',
  'coral',
  'delta',
  'dune',
  'ember',
  'falcon',
  'field',
  'fjord',
  'forest',
  'garden',
  'glacier',
  'grove',
  'harbor',
  'hawk',
  'heron',
  'hill',
  'island',
  'lagoon',
  'lake',
  'lantern',
  'maple',
  'meadow',
  'mesa',
  'moon',
  'oak',
  'orchard',
  'otter',
  'pebble',
  'pine',
  'planet',
  'prairie',
  'reef',
  'river',
  'sparrow',
  'spring',
  'stone',
  'summit',
  'tide',
  'valley',
  'willow',
  'wind',
  'wren',
] as const

/** Number of retries, and the range of the appended number (12 bits). */
const MAX_TRIES = 500
const NUMBER_RANGE = 4096

/** Returns an integer from 0 to below `limit`. */
export type Draw = (limit: number) => number

/** Uses the random source of the browser. */
const drawRandom: Draw = (limit) => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % limit

/**
 * Suggests a name such as `brave-otter`; if it is taken, a number is appended with a dash
 * (docs/decisions/product-rules.md, 26). Names are case-insensitive. Undefined if all attempts were taken.
 */
export function suggestName(taken: readonly string[], draw: Draw = drawRandom): string | undefined {
  const names = new Set(taken.map((name) => name.toLowerCase()))
  const plain = `${adjectives[draw(adjectives.length)] ?? adjectives[0]}-${nouns[draw(nouns.length)] ?? nouns[0]}`
  if (!names.has(plain)) return plain
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const name = `${plain}-${draw(NUMBER_RANGE)}`
    if (!names.has(name)) return name
  }
  return undefined
}
