const things = {
  application: { one: 'fleet', many: 'fleets' },
  device: { one: 'device', many: 'devices' },
  release: { one: 'release', many: 'releases' },
  organization_membership: { one: 'member', many: 'members' },
}

export const tagText = {
  title: 'Tags',
  titleOfMany: (of: keyof typeof things, count: string) => `Tags of ${count} ${things[of].many}`,
  edit: 'Edit tags',
  key: 'Tag name',
  value: 'Value',
  add: 'Add tag',
  saveTag: (key: string) => `Save ${key}`,
  removeTag: (key: string) => `Remove ${key}`,
  none: (of: keyof typeof things) => `No tags yet. Use tags to group and find ${things[of].many}.`,
  severalValues: 'Several values',
  onSome: (count: string, all: string) => `On ${count} of ${all}`,
  keyMissing: 'A tag needs a name.',
  keyBlank: 'A tag name cannot contain spaces.',
  keyReserved: 'Names that begin with io.resin. or io.balena. are reserved.',
  keyOfDashboard: (prefix: string) => `Names that begin with ${prefix} are reserved for this dashboard.`,
  keyTooLong: (limit: number) => `A tag name can have at most ${limit} characters.`,
  saved: (key: string) => `Tag ${key} saved`,
  removed: (key: string) => `Tag ${key} removed`,
  failed: 'The tags could not be changed',
  someFailed: (count: string, all: string, reason: string) =>
    `This failed for ${count} of ${all} with: ${reason}`,
}
