import { formatNumber, plural } from '@/lib/format.ts'
import { classText } from './fleets.ts'

type ClassName = keyof typeof classText

/** Actions on several fleets, apps or blocks. */
export const fleetBatchText = {
  select: (name: string) => `Select ${name}`,
  selected: (count: number) => `${formatNumber(count)} selected`,
  actions: 'Actions for the selection',
  clear: 'Clear selection',
  deviceType: 'Change default device type',
  delete: 'Delete',
  mixed: 'The selected applications have different CPU architectures',
  notAllowed: (names: readonly string[], role: string) =>
    `Your role (${role}) on ${names.join(', ')} does not allow this`,
  deleteTitle: (of: ClassName, count: number) =>
    plural(count, {
      one: `Delete 1 ${classText[of].one}?`,
      other: `Delete ${formatNumber(count)} ${classText[of].many}?`,
    }),
  deleteBody: (of: ClassName) =>
    of === 'fleet'
      ? 'Their devices, releases and variables are deleted too. This cannot be undone.'
      : 'Their releases are deleted too. This cannot be undone.',
  deleteConfirm: 'Delete',
  deleted: (of: ClassName, count: number) =>
    plural(count, {
      one: `1 ${classText[of].one} deleted`,
      other: `${formatNumber(count)} ${classText[of].many} deleted`,
    }),
}

/** Where deploying from a URL is offered. */
export const deployLinkText = {
  open: 'Deploy from a URL',
  instead: 'Deploy from a URL instead',
  paletteKeywords: 'repository github import create fleet',
}
