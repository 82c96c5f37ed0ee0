/** Provisioning keys, with which devices join a fleet. Texts shared by all kinds of keys are in keys.ts. */
export const fleetKeysText = {
  title: 'Provisioning keys',
  documentTitle: (name: string) => `Provisioning keys · ${name}`,
  loadFailed: 'The provisioning keys could not be loaded',
  intro: 'A device that starts with one of these keys joins this fleet. Each OS image gets its own key.',
  table: 'Provisioning keys of this fleet',
  empty: 'Provisioning keys of this fleet appear here',
  emptyDetail: 'Create one to add a device without downloading an OS image here.',
  /** On platforms that do not list the keys of a fleet. */
  unlisted: {
    empty: 'This platform does not list the provisioning keys of a fleet',
    emptyDetail: 'A key created here is shown only once and cannot be revoked here. Keep it safe.',
  },
  createTitle: 'Create a provisioning key',
  secret: 'Provisioning key',
  power: 'Anyone who has it can add devices to this fleet.',
  revokeBody: 'Devices that have already joined are not affected. No new devices can join with this key.',
}
