import { classText } from './fleets.ts'

type ClassName = keyof typeof classText

/** Creating a fleet, an app or a block. */
export const fleetCreateText = {
  open: (of: ClassName) => `Create ${classText[of].one}`,
  title: (of: ClassName) =>
    of === 'app' ? `Create an ${classText[of].one}` : `Create a ${classText[of].one}`,
  organization: 'Organization',
  onlyOrganization: 'There is no other organization where you can create one',
  onlyAdministrators: (of: ClassName) =>
    `Only administrators of an organization can create ${classText[of].many} in it`,
  noOrganization: 'Choose an organization',
  name: 'Name',
  nameHint: 'At least 4 characters: letters, digits, hyphens and underscores.',
  suggest: 'Suggest a name',
  suggestFailed: 'No free name was found. Enter one.',
  deviceType: 'Default device type',
  chooseType: 'Choose a device type',
  discontinued: 'Show discontinued device types',
  discontinuedType: (name: string) => `${name} (discontinued)`,
  confirm: (of: ClassName) => `Create ${classText[of].one}`,
  created: (name: string) => `${name} created`,
  missing: 'Missing required attributes: organization, name and device type',
  couldNotFindId: (of: ClassName) => `Could not find id of the new ${classText[of].one}`,
  typesFailed: 'The device types could not be loaded',
  noTypes: 'This platform has no device types. Its operator must add some first.',
  organizationsFailed: 'The organizations could not be loaded',
}
