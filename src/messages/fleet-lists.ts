import { classText } from './fleets.ts'

type ClassName = keyof typeof classText

/** What can be done with several fleets, apps or blocks at once. */
export const fleetBatchText = {
  select: (name: string) => `Select ${name}`,
  selected: (count: number) => `${count} selected`,
  actions: 'Actions for the selection',
  clear: 'Clear selection',
  deviceType: 'Change default device type',
  delete: 'Delete',
  mixed: 'The chosen applications differ in their CPU architecture',
  notAllowed: (names: readonly string[], role: string) =>
    `Your role (${role}) on ${names.join(', ')} does not allow this`,
  deleteTitle: (of: ClassName, count: number) =>
    count === 1 ? `Delete 1 ${classText[of].one}?` : `Delete ${count} ${classText[of].many}?`,
  deleteBody: (of: ClassName) =>
    of === 'fleet'
      ? 'Their devices, releases and variables go with them. This cannot be undone.'
      : 'Their releases go with them. This cannot be undone.',
  deleteConfirm: 'Delete',
  deleted: (of: ClassName, count: number) =>
    count === 1 ? `1 ${classText[of].one} is deleted` : `${count} ${classText[of].many} are deleted`,
}
