import { aShell, HOST, SENSOR } from './a-shell.ts'

const UPLINK = { kind: 'service', name: 'uplink' } as const

/** Where each shell is found, and the command that runs a file with it. */
const SHELLS = {
  sh: { target: HOST, command: 'sh' },
  bash: { target: HOST, command: 'bash' },
  ash: { target: UPLINK, command: 'sh' },
  dash: { target: SENSOR, command: 'sh' },
} as const

const FILES = [
  'umask 022; mkdir -p /tmp/w; cd /tmp/w',
  "printf 'one\\ntwo\\nthree\\n' > f; printf 'b 2\\na 10\\nc 1\\na 9\\n' > g",
  'mkdir -p d/e; echo x > d/x; echo y > d/e/y.txt',
].join('; ')

/** Runs each script as a file of its own, and returns what printed something else. */
export function differences(
  shell: keyof typeof SHELLS,
  rows: readonly (readonly [script: string, printed: string])[],
): { script: string; printed: string; expected: string }[] {
  const { target, command } = SHELLS[shell]
  const it = aShell({ target })
  it.run(FILES)
  const { world } = it
  const stored = [...world.files(0).keys()].find((path) => path.endsWith('/tmp/w/f'))
  if (stored === undefined) throw new Error('The shell did not write its files.')
  const inFolder = (name: string) => stored.replace(/w\/f$/, name)
  const before = [...world.files(0)].filter(([path]) => path.startsWith(inFolder('w/')))
  const original = new Set(before.map(([path]) => path))
  const restoreFiles = () => {
    for (const path of world.files(0).keys())
      if (path.startsWith(inFolder('w/')) && !original.has(path)) world.writeFile(0, path, null)
    for (const [path, { text, ...more }] of before) world.writeFile(0, path, text, more)
  }
  return rows.flatMap(([script, expected]) => {
    restoreFiles()
    world.writeFile(0, inFolder('w/t.sh'), `${script}\n`)
    it.run(`${command} t.sh < /dev/null > /tmp/o 2>&1; c=$?; [ $c = 0 ] || printf "[$c]" >> /tmp/o`)
    for (let i = 0; i < 6 && !it.prompt().endsWith('# '); i++) it.pass(300)
    const printed = world.files(0).get(inFolder('o'))?.text ?? ''
    world.writeFile(0, inFolder('o'), null)
    return printed === expected ? [] : [{ script, printed, expected }]
  })
}
