import { plural } from '@/lib/format.ts'

/** Devices that lose contact again and again. */
export const flappingText = {
  title: 'Unstable connection',
  lost: (count: string, number: number) => plural(number, { one: 'once', other: `${count} times` }),
  detail: {
    world: 'Lost contact at least three times in the last 24 hours.',
    browser: 'Lost contact at least three times in the last 24 hours, as far as this browser observed them.',
  },
  device: (count: string, number: number) =>
    plural(number, {
      one: 'This device lost contact once in the last 24 hours',
      other: `This device lost contact ${count} times in the last 24 hours`,
    }),
  deviceNext: 'Check its network. A weak radio signal or power supply is the most frequent cause.',
}
