/** Provisioning keys: with one of them a device joins a fleet. What all keys share is in keys.ts. */
export const fleetKeysText = {
  title: 'Provisioning keys',
  documentTitle: (name: string) => `Provisioning keys · ${name}`,
  loadFailed: 'The provisioning keys could not be loaded',
  intro: 'A device that starts with one of these keys joins this fleet. OS images make one for themselves.',
  table: 'Provisioning keys of this fleet',
  empty: 'Provisioning keys of this fleet appear here',
  emptyDetail: 'Create one to let a device join without an OS image that was made here.',
  /** Where nobody may read the keys of a fleet. */
  unlisted: {
    empty: 'This platform does not list the provisioning keys of a fleet',
    emptyDetail: 'A key that is made here works, but is shown only once: keep it. It cannot be revoked here.',
  },
  createTitle: 'Create a provisioning key',
  secret: 'Provisioning key',
  power: 'Whoever has it can add devices to this fleet.',
  revokeBody: 'Devices that have joined stay. No further device can join with this key.',
}
