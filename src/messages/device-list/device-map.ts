import { plural } from '@/lib/format.ts'

/** The device list shown as a map. */
export const deviceMapText = {
  label: 'Map of the devices',
  loading: (done: string) => `Loading locations: ${done}`,
  failed: 'The device locations could not be loaded',
  placed: (count: number, shown: string, without: string) =>
    plural(count, {
      one: `${shown} device on the map, ${without} without a location`,
      other: `${shown} devices on the map, ${without} without a location`,
    }),
  selected: 'selected',
  none: 'None of these devices has a location',
  noneDetail: 'Locations come from public IP addresses, or are set on the Location page of a device.',
}
