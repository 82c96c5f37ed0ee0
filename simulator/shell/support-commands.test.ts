import { describe, expect, test } from 'vitest'
import { aShell } from '../testing/a-shell.ts'
import { PI } from '../testing/a-world.ts'

const NUC = { ...PI, model: 'Intel NUC', slug: 'intel-nuc', arch: 'amd64' }
const PI_3 = { ...PI, model: 'Raspberry Pi 3', slug: 'raspberrypi3', arch: 'armv7hf' }

function expectOutput(output: string, expected: string | RegExp): void {
  if (typeof expected === 'string') expect(output).toBe(expected)
  else expect(output).toMatch(expected)
}

describe('hardware is that of the device type', () => {
  test.each<[hardware: typeof PI, line: string, expected: string | RegExp]>([
    [PI, 'lsusb | wc -l', '3'],
    [PI, 'lsusb | grep -c "VIA Labs"', '1'],
    [NUC, 'lsusb | grep -c "Intel Corp. Bluetooth"', '1'],
    [PI_3, 'lsusb | grep -c SMSC9512/9514', '1'],
    [PI_3, 'lsusb -t | grep -c root_hub', '1'],
    [PI, 'lsusb -d 1d6b: | wc -l', '2'],
    [PI, 'lsmod | grep -c brcmfmac', '3'],
    [NUC, 'lsmod | grep ^iwlwifi', /^iwlwifi +360448 1 iwlmvm$/],
    [NUC, 'lsmod | grep -c brcm', '0'],
    [PI, 'lscpu | grep Model', /Cortex-A72/],
    [PI_3, 'lscpu | grep Model', /Cortex-A53/],
    [NUC, 'grep -m1 "model name" /proc/cpuinfo | grep -c "$(lscpu | sed -n "s/Model name: *//p")"', '1'],
  ])('%#: %s', (hardware, line, expected) => {
    expectOutput(aShell({ world: { batch: { hardware } } }).run(line), expected)
  })
})

test.each<[line: string, expected: string | RegExp]>([
  ["lsmod | awk 'NR > 1 { print $1 }' > /tmp/a; cut -d' ' -f1 /proc/modules | cmp - /tmp/a; echo $?", '0'],
  // Each running container has a root file system of its own, the supervisor's included.
  ['lsmod | awk \'$1 == "overlay" { print $3 }\'; balena ps -q | wc -l', '5\n5'],
  ['systemctl stop balena-supervisor; lsmod | awk \'$1 == "overlay" { print $3 }\'', '4'],
  ['modprobe i2c-dev; lsmod | grep i2c_dev; rmmod i2c_dev; lsmod | grep -c i2c_dev', /^i2c_dev +20480 0\n0$/],
  ['modprobe nope; echo $?', /^modprobe: FATAL: Module nope not found in directory \/lib\/modules\/\S+\n1$/],
  ['modprobe', 'modprobe: ERROR: missing parameters. See -h.'],
  ['modprobe -r stp', 'modprobe: FATAL: Module stp is in use.'],
  [
    'rmmod stp; rmmod nope',
    'rmmod: ERROR: Module stp is in use by: bridge\nrmmod: ERROR: Module nope is not currently loaded',
  ],
])('%s', (line, expected) => {
  expectOutput(aShell().run(line), expected)
})
