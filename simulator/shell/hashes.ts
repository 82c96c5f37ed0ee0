/** The bytes of a text in UTF-8. */
export function textToBytes(text: string): number[] {
  const bytes: number[] = []
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    else
      bytes.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 63),
        0x80 | ((code >> 6) & 63),
        0x80 | (code & 63),
      )
  }
  return bytes
}

/** The text of bytes in UTF-8; bytes that are none stand for themselves. */
export function bytesToText(bytes: readonly number[]): string {
  let text = ''
  for (let i = 0; i < bytes.length; i++) {
    const first = bytes[i] ?? 0
    const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
    const rest = bytes.slice(i + 1, i + length)
    if (length === 1 || rest.length < length - 1 || rest.some((it) => (it & 0xc0) !== 0x80)) {
      text += String.fromCharCode(first)
      continue
    }
    let code = first & (0xff >> (length + 1))
    for (const it of rest) code = (code << 6) | (it & 63)
    text += String.fromCodePoint(code)
    i += length - 1
  }
  return text
}

function paddedMessage(bytes: readonly number[], block: number, isBig: boolean): number[] {
  const message = [...bytes, 0x80]
  const lengthSize = block === 128 ? 16 : 8
  while (message.length % block !== block - lengthSize) message.push(0)
  const bits = BigInt(bytes.length) * 8n
  for (let i = 0; i < lengthSize; i++) {
    const shift = BigInt(8 * (isBig ? lengthSize - 1 - i : i))
    message.push(Number((bits >> shift) & 255n))
  }
  return message
}

function hexWord(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0')
}

const rotated = (value: number, by: number) => (value << by) | (value >>> (32 - by))

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
/** floor(2^32 × |sin(i + 1)|), as the algorithm defines them. */
const SINES =
  '0xd76aa478 0xe8c7b756 0x242070db 0xc1bdceee 0xf57c0faf 0x4787c62a 0xa8304613 0xfd469501 0x698098d8 0x8b44f7af 0xffff5bb1 0x895cd7be 0x6b901122 0xfd987193 0xa679438e 0x49b40821 0xf61e2562 0xc040b340 0x265e5a51 0xe9b6c7aa 0xd62f105d 0x02441453 0xd8a1e681 0xe7d3fbc8 0x21e1cde6 0xc33707d6 0xf4d50d87 0x455a14ed 0xa9e3e905 0xfcefa3f8 0x676f02d9 0x8d2a4c8a 0xfffa3942 0x8771f681 0x6d9d6122 0xfde5380c 0xa4beea44 0x4bdecfa9 0xf6bb4b60 0xbebfbc70 0x289b7ec6 0xeaa127fa 0xd4ef3085 0x04881d05 0xd9d4d039 0xe6db99e5 0x1fa27cf8 0xc4ac5665 0xf4292244 0x432aff97 0xab9423a7 0xfc93a039 0x655b59c3 0x8f0ccc92 0xffeff47d 0x85845dd1 0x6fa87e4f 0xfe2ce6e0 0xa3014314 0x4e0811a1 0xf7537e82 0xbd3af235 0x2ad7d2bb 0xeb86d391'
    .split(' ')
    .map(Number)

export function md5(text: string): string {
  const message = paddedMessage(textToBytes(text), 64, false)
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let at = 0; at < message.length; at += 64) {
    const words = Array.from({ length: 16 }, (_, i) => {
      const from = at + 4 * i
      return (
        (message[from] ?? 0) |
        ((message[from + 1] ?? 0) << 8) |
        ((message[from + 2] ?? 0) << 16) |
        ((message[from + 3] ?? 0) << 24)
      )
    })
    let [a = 0, b = 0, c = 0, d = 0] = state
    for (let i = 0; i < 64; i++) {
      const round = i >> 4
      const f =
        round === 0
          ? (b & c) | (~b & d)
          : round === 1
            ? (d & b) | (~d & c)
            : round === 2
              ? b ^ c ^ d
              : c ^ (b | ~d)
      const g =
        round === 0 ? i : round === 1 ? (5 * i + 1) % 16 : round === 2 ? (3 * i + 5) % 16 : (7 * i) % 16
      const sum = (f + a + (SINES[i] ?? 0) + (words[g] ?? 0)) | 0
      a = d
      d = c
      c = b
      b = (b + rotated(sum, SHIFTS[round * 4 + (i % 4)] ?? 0)) | 0
    }
    state[0] = ((state[0] ?? 0) + a) | 0
    state[1] = ((state[1] ?? 0) + b) | 0
    state[2] = ((state[2] ?? 0) + c) | 0
    state[3] = ((state[3] ?? 0) + d) | 0
  }
  return state.map((word) => hexWord(word).replace(/(..)(..)(..)(..)/, '$4$3$2$1')).join('')
}

export function sha1(text: string): string {
  const message = paddedMessage(textToBytes(text), 64, true)
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
  for (let at = 0; at < message.length; at += 64) {
    const words = bigWords(message, at)
    for (let i = 16; i < 80; i++)
      words[i] = rotated(
        (words[i - 3] ?? 0) ^ (words[i - 8] ?? 0) ^ (words[i - 14] ?? 0) ^ (words[i - 16] ?? 0),
        1,
      )
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = state
    for (let i = 0; i < 80; i++) {
      const [f, k] =
        i < 20
          ? [(b & c) | (~b & d), 0x5a827999]
          : i < 40
            ? [b ^ c ^ d, 0x6ed9eba1]
            : i < 60
              ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
              : [b ^ c ^ d, 0xca62c1d6]
      const sum = (rotated(a, 5) + f + e + k + (words[i] ?? 0)) | 0
      e = d
      d = c
      c = rotated(b, 30)
      b = a
      a = sum
    }
    for (const [i, value] of [a, b, c, d, e].entries()) state[i] = ((state[i] ?? 0) + value) | 0
  }
  return state.map(hexWord).join('')
}

function bigWords(message: readonly number[], at: number): number[] {
  return Array.from({ length: 16 }, (_, i) => {
    const from = at + 4 * i
    return (
      ((message[from] ?? 0) << 24) |
      ((message[from + 1] ?? 0) << 16) |
      ((message[from + 2] ?? 0) << 8) |
      (message[from + 3] ?? 0)
    )
  })
}

/** The first prime numbers. */
function primes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((it) => n % it !== 0)) found.push(n)
  return found
}

/** The first bits of the fraction of a root, by whole numbers, so that all machines agree. */
function fractionOfRoot(value: number, degree: 2 | 3, bits: number): bigint {
  const scaled = BigInt(value) << BigInt(bits * degree)
  let low = 0n
  let high = 1n << BigInt(bits + 6)
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if (middle ** BigInt(degree) <= scaled) low = middle
    else high = middle
  }
  return low & ((1n << BigInt(bits)) - 1n)
}

let constants: { k: number[]; h: number[] } | null = null

export function sha256(text: string): string {
  constants ??= {
    k: primes(64).map((it) => Number(fractionOfRoot(it, 3, 32)) | 0),
    h: primes(8).map((it) => Number(fractionOfRoot(it, 2, 32)) | 0),
  }
  const message = paddedMessage(textToBytes(text), 64, true)
  const state = [...constants.h]
  const right = (value: number, by: number) => (value >>> by) | (value << (32 - by))
  for (let at = 0; at < message.length; at += 64) {
    const words = bigWords(message, at)
    for (let i = 16; i < 64; i++) {
      const [x, y] = [words[i - 15] ?? 0, words[i - 2] ?? 0]
      const s0 = right(x, 7) ^ right(x, 18) ^ (x >>> 3)
      const s1 = right(y, 17) ^ right(y, 19) ^ (y >>> 10)
      words[i] = ((words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1) | 0
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (let i = 0; i < 64; i++) {
      const s1 = right(e, 6) ^ right(e, 11) ^ right(e, 25)
      const first = (h + s1 + ((e & f) ^ (~e & g)) + (constants.k[i] ?? 0) + (words[i] ?? 0)) | 0
      const s0 = right(a, 2) ^ right(a, 13) ^ right(a, 22)
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      c = b
      b = a
      a = (first + second) | 0
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = ((state[i] ?? 0) + value) | 0
  }
  return state.map(hexWord).join('')
}

let longConstants: { k: bigint[]; h: bigint[] } | null = null

export function sha512(text: string): string {
  longConstants ??= {
    k: primes(80).map((it) => fractionOfRoot(it, 3, 64)),
    h: primes(8).map((it) => fractionOfRoot(it, 2, 64)),
  }
  const wrap = (value: bigint) => BigInt.asUintN(64, value)
  const right = (value: bigint, by: bigint) => wrap((value >> by) | (value << (64n - by)))
  const message = paddedMessage(textToBytes(text), 128, true)
  const state = [...longConstants.h]
  for (let at = 0; at < message.length; at += 128) {
    const words = Array.from({ length: 16 }, (_, i) =>
      message.slice(at + 8 * i, at + 8 * i + 8).reduce((sum, it) => (sum << 8n) | BigInt(it), 0n),
    )
    for (let i = 16; i < 80; i++) {
      const [x, y] = [words[i - 15] ?? 0n, words[i - 2] ?? 0n]
      words[i] = wrap(
        (words[i - 16] ?? 0n) +
          (right(x, 1n) ^ right(x, 8n) ^ (x >> 7n)) +
          (words[i - 7] ?? 0n) +
          (right(y, 19n) ^ right(y, 61n) ^ (y >> 6n)),
      )
    }
    let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state
    for (let i = 0; i < 80; i++) {
      const first = wrap(
        h +
          (right(e, 14n) ^ right(e, 18n) ^ right(e, 41n)) +
          ((e & f) ^ (~e & g)) +
          (longConstants.k[i] ?? 0n) +
          (words[i] ?? 0n),
      )
      const second = wrap((right(a, 28n) ^ right(a, 34n) ^ right(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c)))
      h = g
      g = f
      f = e
      e = wrap(d + first)
      d = c
      c = b
      b = a
      a = wrap(first + second)
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = wrap((state[i] ?? 0n) + value)
  }
  return state.map((it) => it.toString(16).padStart(16, '0')).join('')
}

export function crc32(bytes: readonly number[]): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let i = 0; i < 8; i++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ -1) >>> 0
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

export const toBase64 = (text: string): string => base64OfBytes(textToBytes(text))

/** The bytes that hexadecimal digits stand for. */
export const bytesOfHex = (hex: string): number[] =>
  (hex.match(/../g) ?? []).map((it) => Number.parseInt(it, 16))

/** The same lines for the same digits: the text of a made-up certificate. */
export const certificateText = (hex: string): string =>
  `-----BEGIN CERTIFICATE-----\n${`MII${base64OfBytes(bytesOfHex(hex)).slice(3)}`.replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`

export function base64OfBytes(bytes: readonly number[]): string {
  let result = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const [a, b, c] = bytes.slice(i, i + 3)
    const bits = ((a ?? 0) << 16) | ((b ?? 0) << 8) | (c ?? 0)
    result +=
      (DIGITS[bits >> 18] ?? '') +
      (DIGITS[(bits >> 12) & 63] ?? '') +
      (b === undefined ? '=' : (DIGITS[(bits >> 6) & 63] ?? '')) +
      (c === undefined ? '=' : (DIGITS[bits & 63] ?? ''))
  }
  return result
}

/** null for a text that is no base64. */
export function fromBase64(text: string): string | null {
  const digits = text.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(digits) || digits.length % 4 === 1) return null
  const bytes: number[] = []
  let bits = 0
  let count = 0
  for (const digit of digits.replace(/=+$/, '')) {
    bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xffffff
    count += 6
    if (count < 8) continue
    count -= 8
    bytes.push((bits >> count) & 255)
  }
  return bytesToText(bytes)
}
