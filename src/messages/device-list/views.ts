import { plural } from '@/lib/format.ts'

/** Saved views of the device list, in this browser, in files and in tags of the fleet. */
export const sharedViewsText = {
  title: 'Views',
  saveTitle: 'Save this view',
  name: 'Name',
  savedToast: (name: string) => `View ${name} saved`,
  nameMissing: 'Enter a name first.',
  explain:
    'Saves filters, sort order, columns and layout: in this browser for all fleets, or as a tag of this fleet.',
  here: 'In this browser',
  hereEmpty: 'No saved views yet. Filter, sort and arrange the list, then save it as a view.',
  team: 'Shared with everyone who can see this fleet',
  teamEmpty: 'No shared views yet. Share one of yours, and everyone who can see this fleet finds it here.',
  teamFailed: 'The views of this fleet could not be loaded',
  actions: (name: string) => `Actions for ${name}`,
  show: 'Show',
  copyLink: 'Copy link',
  linkCopied: (name: string) => `Link to ${name} copied`,
  toFile: 'Save to a file',
  allToFile: 'Save all to a file',
  noneToSave: 'No saved views yet',
  keep: 'Share with the team…',
  takeHere: 'Save in this browser',
  takenHere: (name: string) => `View ${name} saved in this browser`,
  remove: 'Delete',
  removeTeam: 'Delete for everyone…',
  removed: (name: string) => `View ${name} deleted`,
  removeTitle: (name: string) => `Delete the view ${name}?`,
  removeDetail:
    'It is deleted for everyone who can see this fleet. Copies that people saved in their browsers are kept.',
  removeConfirm: 'Delete view',
  unreadable: 'Cannot be read: it was changed by hand or is incomplete.',
  open: 'Open views from a file',
  openHint: 'A JSON file saved from this page. You see its contents before anything is added.',
  found: (count: number, shown: string) =>
    plural(count, { one: `The file has ${shown} view:`, other: `The file has ${shown} views:` }),
  replaces: (name: string) => `This replaces the view ${name}.`,
  replacesYours: 'replaces yours',
  add: (count: number, shown: string) =>
    plural(count, { one: `Add ${shown} view`, other: `Add ${shown} views` }),
  added: (count: number, shown: string) =>
    plural(count, { one: `${shown} view added`, other: `${shown} views added` }),
  fileTooLong: 'The file is too large',
  unreadableFile: 'This is not a text file in UTF-8 or UTF-16.',
  cannotSave: 'This browser cannot save files',
  keepWithFleet: 'Share it with everyone who can see this fleet',
  keptToast: (name: string) => `View ${name} shared with the fleet`,
  tooLong: (length: string, limit: string) =>
    `This view is too long to be shared: ${length} of ${limit} characters. Show fewer columns, or shorten the filter.`,
  replacesTeam: (name: string) => `This replaces the team’s view ${name}.`,
  takenMeanwhile: (name: string) =>
    `Somebody else has shared another view called ${name} in the meantime. Look at it first, or choose another name.`,
  movedMeanwhile: (name: string) =>
    `Somebody else has changed the view ${name} in the meantime. Look at it first, then try again.`,
  columns: (count: string) => `${count} columns`,
  sorted: (by: string) => `sorted by ${by}`,
  everything: 'All devices',
  map: 'on the map',
  /** Errors in a file, each after the place in the file. */
  problem: {
    sort: 'must be a column and asc or desc, such as "overall_status:desc"',
    column: 'must be a column, such as "device_name" or "tag.ring:200"',
    name: 'must have 1 to 60 characters',
    long: 'is too long',
    rows: 'must be 50, 100 or 500',
    views: 'must be a list of 1 to 100 views',
    kind: 'must be "device-views"',
    version: 'must be 1',
  },
}
