import { expect, test } from 'vitest'
import { ansiRuns, plainText } from './ansi.ts'

const texts = (message: string) =>
  ansiRuns(message).map(({ text, colour }) => (colour ? [text, colour] : text))

test('a plain message is one run', () => {
  expect(ansiRuns('probe=3 temp=-18.4C')).toEqual([{ text: 'probe=3 temp=-18.4C', at: 0 }])
})

test('colours last until they are reset', () => {
  expect(texts('\u001b[31mred \u001b[1mbold\u001b[0m plain')).toEqual([
    ['red ', 'red'],
    ['bold', 'red'],
    ' plain',
  ])
  expect(texts('\u001b[92mbright\u001b[39m default')).toEqual([['bright', 'green'], ' default'])
})

test('parameters of a 256-colour sequence are not parsed as colours', () => {
  expect(texts('\u001b[38;5;31mshade')).toEqual(['shade'])
  expect(texts('\u001b[38;2;1;2;31mshade\u001b[32m green')).toEqual(['shade', [' green', 'green']])
})

test('sequences that move the cursor have their effect, and those that set a title are removed', () => {
  expect(plainText('a\u001b[2Kb\u001b]0;title\u0007c\u0008\rd')).toBe('dbc')
})

test('markup stays text', () => {
  expect(plainText('<b>&amp;</b>')).toBe('<b>&amp;</b>')
})

const E = '\u001b'

test.each([
  ['Downloading 10%\rDownloading 55%\rDownloading 100%', 'Downloading 100%'],
  ['Downloading 100%\rDone', 'Doneloading 100%'],
  [`Downloading 100%\r${E}[KDone`, 'Done'],
  [`Downloading 100%\r${E}[2KDone`, 'Done'],
  [`Downloading 100%${E}[2K\rDone`, 'Done'],
  [`10%${E}[1G55%${E}[1G100%`, '100%'],
  [`10%${E}[3D55%`, '55%'],
  ['10%\b\b\b55%', '55%'],
  ['|\b/\b-\b\\\b|\bdone', 'done'],
  ['text\r', 'text'],
  [`old${E}[2J${E}[Hnew`, 'new'],
  [`one\ntwo${E}[1;2fX`, 'oXe\ntwo'],
  [`one\ntwo${E}[1dX`, 'oneX\ntwo'],
  [`abc${E}[s\rX${E}[uY`, 'XbcY'],
  [`abc${E}7\rX${E}8Y`, 'XbcY'],
  [`a\nb${E}Mc`, 'ac\nb'],
  ['one\r\ntwo\r\n', 'one\ntwo\n'],
  [`one\ntwo${E}[1A${E}[2K\rONE`, 'ONE\ntwo'],
  [`one\ntwo${E}[1A\r${E}[Jnew`, 'new'],
  [`abcdef${E}[4D${E}[2P`, 'abef'],
  [`abcdef${E}[4D${E}[2X`, 'ab  ef'],
  [`abef${E}[2D${E}[2@cd`, 'abcdef'],
  [`abcdef${E}[3D${E}[1K`, '    ef'],
  [`a${E}[3Cb`, 'a   b'],
  [`${E}[?25l10%\r20%${E}[?25h`, '20%'],
  ['e\u0301x\r\u00e9', '\u00e9x'],
  ['😀😀\r!', '!😀'],
  [`a${E}[999999999C${E}[999999999Db`, 'b'],
  // As programs print: apt, npm, pip, tqdm, git, docker, cargo, systemd, OpenRC, tsc.
  ['\rReading package lists... 0%\r\rReading package lists... Done', 'Reading package lists... Done'],
  [`${E}[1G${E}[0K⠙${E}[1G${E}[0K⠹${E}[1G${E}[0Kadded 12 packages`, 'added 12 packages'],
  [
    `  ${E}[90m━━${E}[0m ${E}[32m1/2 MB${E}[0m\r${E}[2K  ${E}[90m━━━━${E}[0m ${E}[32m2/2 MB${E}[0m`,
    '  ━━━━ 2/2 MB',
  ],
  ['  0%|     | 0/10\r 50%|██▌  | 5/10\r100%|█████| 10/10', '100%|█████| 10/10'],
  [
    'Receiving objects:  50% (1/2)   \rReceiving objects: 100% (2/2), done.',
    'Receiving objects: 100% (2/2), done.',
  ],
  [`a: Pulling\nb: Pulling\n${E}[2A${E}[2K\ra: Done\n${E}[2K\rb: Done\n`, 'a: Done\nb: Done\n'],
  [`    Building [=>  ] 1/3\r${E}[K    Finished`, '    Finished'],
  [`[    ${E}[0;31m*${E}[0m] (1 of 2) A start job\r${E}[K[${E}[0;32m  OK  ${E}[0m] Done`, '[  OK  ] Done'],
  [` * Starting\n${E}[A${E}[20C[ ok ]\n`, ' * Starting         [ ok ]\n'],
  [`old${E}cFound 0 errors.`, 'Found 0 errors.'],
  [`old\n${E}[H${E}[2J${E}[3Jnew`, 'new\n'],
  [`<---> 0% [0s]${E}[13D${E}[1m<==> 50%${E}[m${E}[0K`, '<==> 50%'],
  // Compared with xterm.
  ['a\tb\b\bX', 'a      Xb'],
  ['abcdefghijkl\r\tX', 'abcdefghXjkl'],
  [`a${E}[Ib`, 'a       b'],
  [`abcdefghijk${E}[ZX`, 'abcdefghXjk'],
  [`a\nb\nc${E}[2A${E}[L`, '\na\nb\nc'],
  [`a\nb\nc${E}[2A${E}[M`, 'b\nc'],
  [`a${E}[3b`, 'aaaa'],
  [`\r${'a'.repeat(250)}\tb`, `${'a'.repeat(250)}      b`],
  ['日本\b\bX', '日X'],
  ['日本語\rX', 'X 本語'],
  [`日本語${E}[2D${E}[K`, '日本'],
  [`日${E}[1GX`, 'X'],
  ['한글\r가', '가글'],
  ['a\vb\fc', 'a\nb\nc'],
  [`a${E}Eb${E}Dc`, 'a\nb\nc'],
])('%j is shown as a terminal leaves it', (message, shown) => {
  expect(plainText(message)).toBe(shown)
  expect(
    ansiRuns(message)
      .map(({ text }) => text)
      .join(''),
  ).toBe(shown)
})

test('colours of a redrawn line are those of the text that is left', () => {
  expect(ansiRuns(`${E}[31mfailing\r${E}[32mok     ${E}[0m\r${E}[32mok${E}[K${E}[0m now`)).toEqual([
    { text: 'ok', at: 0, colour: 'green' },
    { text: ' now', at: 2 },
  ])
})

test.each([
  ['a title', `a${E}]0;title\u0007b`],
  ['a title that never ends', `ab${E}]0;title`],
  ['a link', `a${E}]8;;https://x.example\u0007b${E}]8;;\u0007`],
  ['a link with the other end', `a${E}]8;;https://x.example${E}\\b${E}]8;;${E}\\`],
  ['a device string', `a${E}P1$r0m${E}\\b`],
  ['a program command', `a${E}_Gf=100;AAAA${E}\\b`],
  ['a private message', `a${E}^private${E}\\b`],
  ['a character set', `a${E}(Bb`],
  ['a keypad mode', `a${E}=b${E}>`],
  ['a saved cursor', `a${E}7${E}8b`],
  ['a reset', `${E}cab`],
  ['a mode', `a${E}[?2004hb${E}[?1049l`],
  ['a question of xterm', `a${E}[>4;2mb`],
  ['the shape of the cursor', `a${E}[2 qb`],
  ['eight-bit control', 'a\u009b31mb\u009b0m'],
  ['an eight-bit title', 'a\u009d0;title\u009cb'],
  ['a sequence that was cut', `ab${E}[38;5`],
  ['an escape that was cut', `ab${E}`],
  ['a sequence that another interrupts', `a${E}[3${E}[31mb`],
  ['a sequence that is cancelled', `a${E}[3\u0018b`],
  ['a title that a sequence interrupts', `a${E}]0;title${E}[31mb`],
  ['a device string that a sequence interrupts', `a${E}P$q${E}[0mb`],
  ['the modes of a mouse', `${E}[?1000ha${E}[?1006lb`],
  ['a keyboard mode', `${E}[>1ua${E}[<ub`],
  ['a soft reset', `a${E}[!pb`],
  ['an image', `a${E}Pq#0;2;0;0;0#0~~${E}\\b`],
  ['bells and other marks', 'a\u0007\u0000\u000e\u000fb\u007f\u0085'],
  ['colours with colons', `${E}[38:2::255:0:0ma${E}[4:3mb`],
])('nothing of %s is left over', (_, message) => {
  expect(plainText(message)).toBe('ab')
  expect(
    ansiRuns(message)
      .map(({ text }) => text)
      .join(''),
  ).toBe('ab')
})

test('a line that is redrawn ten thousand times is read in a moment', () => {
  const redraws = Array.from({ length: 10_000 }, (_, nth) => `\r${E}[2K${nth} of 10000`).join('')
  expect(plainText(redraws)).toBe('9999 of 10000')
})

test('thousands of colours in a line end in one run, which holds all that follows', () => {
  const runs = ansiRuns('\u001b[31mA'.repeat(10_000))
  expect(runs).toHaveLength(2_001)
  expect(runs.map(({ text }) => text).join('')).toBe('A'.repeat(10_000))
})
